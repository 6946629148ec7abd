-- name: container_and_children :many
-- A container as it stands, and the sessions that belong to it.
SELECT c.number, c.ordinal, c.container_id, c.parent_id, c.kind, c.name, c.ended_at
FROM muniment.containers c
WHERE c.tenant_id = %(tenant_id)s AND c.known_until IS NULL
  AND (c.container_id = %(container_id)s OR c.parent_id = %(container_id)s)
ORDER BY c.number, c.ordinal;

-- name: containers_list :many
-- The projects, or sessions, of a user as they were known at a transaction; the latest first.
SELECT c.container_id, c.kind, c.name, p.name AS project, s.started_at, c.ended_at
FROM muniment.containers c
CROSS JOIN LATERAL (
    SELECT min(f.known_from) AS started_at FROM muniment.containers f
    WHERE f.tenant_id = c.tenant_id AND f.container_id = c.container_id) s
LEFT JOIN muniment.containers p ON p.tenant_id = c.tenant_id AND p.container_id = c.parent_id
    AND p.known_from <= %(as_of)s AND (p.known_until IS NULL OR p.known_until > %(as_of)s)
WHERE c.tenant_id = %(tenant_id)s AND c.user_id = %(user_id)s AND c.kind = ANY (%(kinds)s::text[])
  AND c.known_from <= %(as_of)s AND (c.known_until IS NULL OR c.known_until > %(as_of)s)
  AND (%(container_id)s::uuid IS NULL OR c.container_id = %(container_id)s::uuid)
  AND (%(parent_id)s::uuid IS NULL OR c.parent_id = %(parent_id)s::uuid)
  AND (NOT %(only_open)s OR c.ended_at IS NULL)
  AND (%(after_id)s::uuid IS NULL OR s.started_at < %(after_from)s::timestamptz
       OR (s.started_at = %(after_from)s::timestamptz AND c.container_id > %(after_id)s::uuid))
ORDER BY s.started_at DESC, c.container_id
LIMIT %(limit)s;

-- name: quota_current :one
-- The quota of a user that is in force.
SELECT q.number, q.ordinal, q.daily_writes, q.memories FROM muniment.quotas q
WHERE q.tenant_id = %(tenant_id)s AND q.user_id = %(user_id)s AND q.known_until IS NULL;

-- name: writes_counted :one
-- Where the count of a user's day stood after its last transaction, and the clock.
SELECT clock_timestamp() AS now, t.recorded_at AS counted_at, t.writes AS counted
FROM (SELECT 1) AS always
LEFT JOIN LATERAL (
    SELECT x.recorded_at, x.writes FROM muniment.transactions x
    WHERE x.tenant_id = %(tenant_id)s AND x.user_id = %(user_id)s
    ORDER BY x.number DESC LIMIT 1) t ON true;
