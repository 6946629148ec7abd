-- part: c_waits
-- Whether the contradiction c waited for a person at a basis: nobody had settled it, and both sides were believed, or the
-- second one was contested, which it stays until a person decides, also where the first was forgotten.
c.kept IS NULL AND c.known_from <= %(as_of)s AND (c.known_until IS NULL OR c.known_until > %(as_of)s)
  AND EXISTS (
      SELECT FROM muniment.memories s
      WHERE s.tenant_id = %(tenant_id)s AND s.memory_id = c.second_id
        AND s.known_from <= %(as_of)s AND (s.known_until IS NULL OR s.known_until > %(as_of)s)
        AND (s.standing = 'contested' OR EXISTS (
            SELECT FROM muniment.memories f
            WHERE f.tenant_id = %(tenant_id)s AND f.memory_id = c.first_id
              AND f.known_from <= %(as_of)s AND (f.known_until IS NULL OR f.known_until > %(as_of)s))) OFFSET 0)

-- part: reviews_of_m
-- The contradictions of m that waited for a person at a basis, with the other side of each: what makes a belief one under
-- review.
FROM (
    SELECT r.*, r.second_id AS other_id FROM muniment.contradictions r
    WHERE r.tenant_id = %(tenant_id)s AND r.first_id = m.memory_id
    UNION ALL
    SELECT r.*, r.first_id FROM muniment.contradictions r
    WHERE r.tenant_id = %(tenant_id)s AND r.second_id = m.memory_id) c
WHERE {c_waits}

-- part: reviews_here
-- The contradictions of some partitions that nobody had settled at a basis, where both sides are believed there.
FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.partition_no = ANY (%(partition_nos)s::int[]) AND c.kept IS NULL
  AND c.known_from <= %(as_of)s AND (c.known_until IS NULL OR c.known_until > %(as_of)s)
  AND 2 = (
      SELECT count(DISTINCT m.memory_id) FROM muniment.memories m
      WHERE m.tenant_id = %(tenant_id)s AND m.memory_id IN (c.first_id, c.second_id)
        AND m.partition_no = ANY (%(partition_nos)s::int[])
        AND m.known_from <= %(as_of)s AND (m.known_until IS NULL OR m.known_until > %(as_of)s))

-- name: contradiction_latest :one
-- The last row of a contradiction: what nobody has settled, or what a person decided. Without its second belief, if that was
-- erased, nobody can settle it.
SELECT c.number, c.ordinal, c.contradiction_id, c.partition_no, c.first_id, c.second_id, c.kept, c.rationale, EXISTS (
    SELECT FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = c.second_id AND m.content IS NULL) AS second_is_erased
FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.contradiction_id = %(contradiction_id)s AND c.known_until IS NULL;

-- name: contradictions_list :many
-- The contradictions of some partitions that waited for a person at a transaction, oldest first.
SELECT c.number AS transaction, c.ordinal, c.contradiction_id, c.first_id, c.second_id, c.rationale, c.known_from
FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.partition_no = ANY (%(partition_nos)s::int[]) AND {c_waits}
  AND (c.number, c.ordinal) > (%(after_number)s::bigint, %(after_ordinal)s::int)
ORDER BY c.number, c.ordinal
LIMIT %(limit)s;
