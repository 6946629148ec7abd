-- part: decisions_told
SELECT d.number AS transaction, d.ordinal, d.episode_id, d.span_from, d.span_until, d.decision, d.outcome, d.memory_id,
    d.candidates, d.claim, d.rationale, d.extracted_by, d.decided_by
FROM muniment.decisions d

-- name: decisions_of_episodes :many
-- What was made of turns, as far as the head knows.
{decisions_told}
WHERE d.tenant_id = %(tenant_id)s AND d.episode_id = ANY (%(episode_ids)s::uuid[])
ORDER BY d.number, d.ordinal;

-- name: decisions_of_memory :many
-- The decisions that wrote or touched a memory, as known by a transaction.
{decisions_told}
WHERE d.tenant_id = %(tenant_id)s AND d.memory_id = %(memory_id)s AND d.known_from <= %(as_of)s
ORDER BY d.number, d.ordinal;

-- name: decisions_list :many
-- Decisions that fit every given filter, as known by a transaction, in the order of the ledger.
{decisions_told}
WHERE d.tenant_id = %(tenant_id)s AND d.partition_no = ANY (%(partition_nos)s::int[]) AND d.known_from <= %(as_of)s
  AND (%(memory_id)s::uuid IS NULL OR d.memory_id = %(memory_id)s::uuid)
  AND (%(episode_id)s::uuid IS NULL OR d.episode_id = %(episode_id)s::uuid)
  AND (%(transaction)s::bigint IS NULL OR d.number = %(transaction)s::bigint)
  AND (%(outcome)s::text IS NULL OR d.outcome = %(outcome)s::text)
  AND (d.number, d.ordinal) > (%(after_number)s::bigint, %(after_ordinal)s::int)
ORDER BY d.number, d.ordinal
LIMIT %(limit)s;
