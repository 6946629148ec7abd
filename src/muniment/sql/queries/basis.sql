-- part: sight_noted
-- What the reader sees, worked out once and noted for the rest of the transaction, which must be one snapshot.
SELECT set_config('muniment.seen', muniment.visible_partitions()::text, true),
    set_config('muniment.seen_by', current_setting('muniment.principal'), true)

-- part: v_holds
-- That the version v, of the partitions that are read, holds at a basis.
v.tenant_id = %(tenant_id)s AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
  AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
  AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)

-- name: basis_head :one
-- The last committed transaction, and the clock.
SELECT h.number, h.recorded_at AS time, h.number AS head_number, h.recorded_at AS head_time, clock_timestamp() AS now,
    true AS is_settled
FROM muniment.heads h
CROSS JOIN (
    {sight_noted} OFFSET 0) seen
WHERE h.tenant_id = %(tenant_id)s;

-- name: now_read :one
-- The clock, or the time of the tenant's head where it is there and ahead.
SELECT greatest(clock_timestamp(),
    (SELECT h.recorded_at FROM muniment.heads h WHERE h.tenant_id = %(tenant_id)s)) AS now;

-- name: basis_at_time :one
-- The last transaction at or before a time; before the first number 0, which has no time. After the head it is settled
-- once whoever held the head when this snapshot was taken, and so has an earlier time perhaps, is done: xmax names that
-- transaction, in 32 of the 64 bits that the snapshot counts with. A standby has heard of whoever held the head at a time
-- once it has replayed a commit from then on.
SELECT coalesce(t.number, 0) AS number, t.recorded_at AS time,
    h.number AS head_number, h.recorded_at AS head_time, clock_timestamp() AS now,
    %(time)s <= h.recorded_at OR (%(time)s <= transaction_timestamp()
        AND (NOT pg_is_in_recovery() OR coalesce(%(time)s <= pg_last_xact_replay_timestamp(), false))
        AND (h.xmax = 0 OR pg_visible_in_snapshot(
        (s.next + (h.xmax::text::bigint - s.next %% 4294967296 + 6442450944) %% 4294967296 - 2147483648)::text::xid8,
        pg_current_snapshot()))) AS is_settled
FROM muniment.heads h
LEFT JOIN LATERAL (
    SELECT x.number, x.recorded_at FROM muniment.transactions x
    WHERE x.tenant_id = h.tenant_id AND x.recorded_at <= %(time)s
    ORDER BY x.recorded_at DESC LIMIT 1) t ON true
CROSS JOIN (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next) s
CROSS JOIN (
    {sight_noted} OFFSET 0) seen
WHERE h.tenant_id = %(tenant_id)s;

-- name: basis_at_number :one
-- The transaction of a number; its time is null where there is none.
SELECT %(number)s::bigint AS number, t.recorded_at AS time,
    h.number AS head_number, h.recorded_at AS head_time, clock_timestamp() AS now, true AS is_settled
FROM muniment.heads h
LEFT JOIN muniment.transactions t ON t.tenant_id = h.tenant_id AND t.number = %(number)s
CROSS JOIN (
    {sight_noted} OFFSET 0) seen
WHERE h.tenant_id = %(tenant_id)s;

-- part: p_read
-- That a reader reads the partition p: the user's and the tenant's, and of their containers those that are named.
p.tenant_id = %(tenant_id)s
  AND p.owner_id IN (%(user_id)s, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  AND (p.container_id IS NULL OR p.container_id = ANY (%(container_ids)s::uuid[]))

-- part: p_read_here
-- That a reader in a namespace reads the partition p by default: of other namespaces only what the user made public.
{p_read}
  AND (p.namespace = %(namespace)s OR (p.visibility = 'public' AND p.owner_id = %(user_id)s))

-- name: partitions_readable :many
-- What a reader reads by default: the user's and the tenant's memories of one namespace, the user's
-- public ones of any, and those of containers that are named.
SELECT p.partition_no, p.scope, p.owner_id, p.container_id, p.namespace, p.visibility, p.agent
FROM muniment.partitions p
WHERE {p_read_here}
ORDER BY p.partition_no;
