-- name: beliefs_supported :many
-- The beliefs that hold at a basis and rest on so many turns or more, with those turns in the order they were said.
SELECT m.memory_id, m.content, m.entity, m.category, m.category_key, v.valid_from, s.episode_ids
FROM (
    SELECT d.memory_id, array_agg(d.episode_id ORDER BY d.occurred_at, d.episode_id) AS episode_ids
    FROM (
        SELECT DISTINCT a.memory_id, e.episode_id, e.occurred_at
        FROM muniment.assertions a
        CROSS JOIN LATERAL (
            SELECT o.episode_id, o.occurred_at FROM muniment.episodes o
            WHERE o.tenant_id = %(tenant_id)s AND o.episode_id = a.episode_id
              AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
              AND o.occurred_at <= %(valid_at)s OFFSET 0) e
        WHERE a.tenant_id = %(tenant_id)s AND a.partition_no = ANY (%(partition_nos)s::int[]) AND NOT a.gap
          AND a.episode_id IS NOT NULL
          AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s)) d
    GROUP BY d.memory_id HAVING count(*) >= %(episodes_min)s) s
CROSS JOIN LATERAL (
    SELECT o.unit_no, o.valid_from FROM muniment.versions o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = s.memory_id AND NOT o.gap
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
      AND o.valid_from <= %(valid_at)s AND (o.valid_until IS NULL OR o.valid_until > %(valid_at)s) OFFSET 0) v
CROSS JOIN LATERAL (
    SELECT o.* FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = v.unit_no AND o.standing = 'held' AND o.content IS NOT NULL
      AND o.category_key IS NOT NULL OFFSET 0) m
ORDER BY cardinality(s.episode_ids) DESC, m.memory_id;

-- name: beliefs_changed :many
-- The changes of belief that had come by an instant, the latest first: in a slot of one the belief that held and the one
-- that held after it; elsewhere what a turn was decided to have changed. In order first: words are read of those alone
-- that are answered.
WITH held AS (
    SELECT v.memory_id, v.unit_no, v.valid_from, v.known_from, lag(v.memory_id) OVER slot AS old_id,
        lag(v.unit_no) OVER slot AS old_unit, lag(v.valid_until) OVER slot AS old_until
    FROM muniment.versions v
    WHERE v.tenant_id = %(tenant_id)s AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
    WINDOW slot AS (PARTITION BY v.rivals_key ORDER BY v.valid_from, v.number, v.ordinal)
), following AS MATERIALIZED (
    SELECT h.old_id, h.memory_id AS new_id, h.old_unit, h.unit_no AS new_unit, h.valid_from AS changed_at, h.known_from
    FROM held h WHERE h.old_until = h.valid_from AND h.old_id <> h.memory_id
), decided AS MATERIALIZED (
    SELECT DISTINCT o.memory_id AS old_id, n.memory_id AS new_id, v.unit_no AS old_unit, w.unit_no AS new_unit,
        v.valid_until AS changed_at, n.known_from
    FROM muniment.decisions o
    CROSS JOIN LATERAL (
        SELECT d.memory_id, d.known_from FROM muniment.decisions d
        WHERE d.tenant_id = %(tenant_id)s AND d.episode_id = o.episode_id AND d.number = o.number
          AND d.span_from = o.span_from AND d.span_until = o.span_until AND d.decision = 'ADD'
          AND d.memory_id <> o.memory_id OFFSET 0) n
    CROSS JOIN LATERAL (
        SELECT y.unit_no, y.valid_until FROM muniment.versions y
        WHERE y.tenant_id = %(tenant_id)s AND y.memory_id = o.memory_id AND NOT y.gap AND y.valid_until IS NOT NULL
          AND y.known_from <= %(as_of)s AND (y.known_until IS NULL OR y.known_until > %(as_of)s)
        ORDER BY y.valid_until DESC, y.number DESC, y.ordinal DESC LIMIT 1) v
    CROSS JOIN LATERAL (
        SELECT y.unit_no FROM muniment.versions y
        WHERE y.tenant_id = %(tenant_id)s AND y.memory_id = n.memory_id AND NOT y.gap AND y.valid_from >= v.valid_until
          AND y.known_from <= %(as_of)s AND (y.known_until IS NULL OR y.known_until > %(as_of)s)
        ORDER BY y.valid_from, y.number, y.ordinal LIMIT 1) w
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partition_nos)s::int[])
      AND o.decision = 'INVALIDATE' AND o.outcome = 'superseded' AND o.known_from <= %(as_of)s
), changed AS (
    SELECT f.* FROM following f
    UNION ALL
    SELECT d.* FROM decided d WHERE (d.old_id, d.new_id) NOT IN (SELECT f.old_id, f.new_id FROM following f)
)
SELECT c.old_id, c.new_id, x.content AS old_content, y.content AS new_content, y.entity, y.category, c.changed_at,
    c.known_from
FROM (
    SELECT f.* FROM changed f
    WHERE f.changed_at <= %(valid_at)s AND (%(since)s::timestamptz IS NULL OR f.changed_at >= %(since)s::timestamptz)
    ORDER BY f.changed_at DESC, f.new_id, f.old_id OFFSET 0) c
CROSS JOIN LATERAL (
    SELECT o.content FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = c.old_unit AND o.content IS NOT NULL OFFSET 0) x
CROSS JOIN LATERAL (
    SELECT o.content, o.entity, o.category FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = c.new_unit AND o.content IS NOT NULL OFFSET 0) y
ORDER BY c.changed_at DESC, c.new_id, c.old_id LIMIT %(limit)s;

-- name: episodes_of :many
-- The turns that some memories rest on at a basis.
SELECT DISTINCT a.memory_id, e.episode_id, e.occurred_at
FROM unnest(%(memory_ids)s::uuid[]) AS k (memory_id)
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.episode_id FROM muniment.assertions o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = k.memory_id AND NOT o.gap AND o.episode_id IS NOT NULL
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s) OFFSET 0) a
CROSS JOIN LATERAL (
    SELECT o.episode_id, o.occurred_at FROM muniment.episodes o
    WHERE o.tenant_id = %(tenant_id)s AND o.episode_id = a.episode_id
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
      AND o.occurred_at <= %(valid_at)s OFFSET 0) e
ORDER BY a.memory_id, e.occurred_at, e.episode_id;

-- name: beliefs_faded :many
-- The beliefs that hold at a basis and whose confidence has faded below a bound: c ^ (1 + age / half-life), as recall
-- weighs it; the most faded first. What falls below any number that there is, is nothing.
SELECT m.memory_id, m.content, m.entity, m.category, m.confidence, v.valid_from, f.faded
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
CROSS JOIN LATERAL (
    SELECT round(exp(greatest(-100, ln(nullif(m.confidence, 0))
        * (1 + greatest(extract(epoch FROM %(valid_at)s::timestamptz - v.valid_from)::float8, 0) / %(half_life_s)s::float8)))::numeric,
        6)::float8 AS faded) f
WHERE {v_holds}
  AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.standing = 'held' AND m.content IS NOT NULL
  AND f.faded < %(below)s
ORDER BY f.faded, m.memory_id LIMIT %(limit)s;
