-- name: contradiction_latest :one
-- The last row of a contradiction: what nobody has settled, or what a person decided.
SELECT c.number, c.ordinal, c.contradiction_id, c.partition_no, c.first_id, c.second_id, c.kept, c.rationale
FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.contradiction_id = %(contradiction_id)s AND c.known_until IS NULL;

-- name: contradictions_list :many
-- The contradictions that nobody had settled by a transaction, oldest first.
SELECT c.number AS transaction, c.ordinal, c.contradiction_id, c.first_id, c.second_id, c.rationale, c.known_from
FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.partition_no = ANY (%(partition_nos)s::int[]) AND c.kept IS NULL
  AND c.known_from <= %(as_of)s AND (c.known_until IS NULL OR c.known_until > %(as_of)s)
  AND (c.number, c.ordinal) > (%(after_number)s::bigint, %(after_ordinal)s::int)
ORDER BY c.number, c.ordinal
LIMIT %(limit)s;
