-- name: partitions_all_readable :many
-- What a reader reads of every namespace: the user's and the tenant's memories, and those of containers that are named.
SELECT p.partition_no, p.scope, p.owner_id, p.container_id, p.namespace, p.visibility, p.agent
FROM muniment.partitions p
WHERE {p_read}
ORDER BY p.partition_no;

-- name: namespaces_list :many
-- The namespaces that a reader reads in, as they were known at a transaction, by name.
SELECT DISTINCT p.namespace COLLATE "C" AS namespace
FROM muniment.partitions p
WHERE {p_read}
  AND p.known_from <= %(as_of)s AND starts_with(p.namespace, %(starts_with)s::text)
  AND p.namespace COLLATE "C" > %(after)s::text
ORDER BY 1 LIMIT %(limit)s;

-- name: terms_of :one
-- The indexed words of a text, in the tenant's language.
SELECT tsvector_to_array(to_tsvector(t.language::regconfig, %(text)s::text)) AS terms
FROM muniment.tenants t
WHERE t.tenant_id = %(tenant_id)s AND t.known_until IS NULL;

-- part: told_of_m
-- What is told of the memory m in a partition p, held by its version v, at a basis.
m.memory_id, m.content, v.valid_from, v.valid_until, v.known_from, m.entity, m.category, m.object,
m.tags, m.metadata, m.confidence, m.standing, m.agent, p.scope, p.namespace, p.visibility,
EXISTS (SELECT {reviews_of_m}) AS under_review

-- name: memories_at :many
-- Memories at a basis: of each its row that holds, else the known one that ended last.
SELECT m.*
FROM unnest(%(memory_ids)s::uuid[]) WITH ORDINALITY AS u (memory_id, place)
CROSS JOIN LATERAL (
    SELECT {told_of_m}
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    JOIN muniment.partitions p ON p.tenant_id = v.tenant_id AND p.partition_no = v.partition_no
    WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = u.memory_id AND NOT v.gap
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
    ORDER BY (v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)) DESC,
        v.valid_until DESC NULLS FIRST, v.number, v.ordinal
    LIMIT 1) m
ORDER BY u.place;

-- name: memory_last_said :one
-- The last revision of a memory that was known by a transaction, and whether it was still open then.
SELECT m.memory_id, m.content IS NULL AS erased,
    m.known_until IS NULL OR m.known_until > %(as_of)s AS is_open
FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(memory_id)s AND m.known_from <= %(as_of)s
ORDER BY m.number DESC, m.ordinal DESC
LIMIT 1;

-- part: episodes_told
-- What is told of turns, with the names that their sessions had at a basis.
SELECT e.episode_id, e.content, e.speaker, e.caption, e.occurred_at, c.name AS session, e.position,
    e.source_id, e.known_from, e.metadata, p.namespace
FROM muniment.episodes e
JOIN muniment.partitions p ON p.tenant_id = e.tenant_id AND p.partition_no = e.partition_no
LEFT JOIN muniment.containers c ON c.tenant_id = e.tenant_id AND c.container_id = e.session_id
    AND c.known_from <= %(as_of)s AND (c.known_until IS NULL OR c.known_until > %(as_of)s)

-- name: episodes_at :many
-- Turns at a basis: said by then, stored by then, and not hidden.
SELECT e.*
FROM unnest(%(episode_ids)s::uuid[]) WITH ORDINALITY AS u (episode_id, place)
CROSS JOIN LATERAL (
    {episodes_told}
    WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = u.episode_id AND e.occurred_at <= %(valid_at)s
      AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
    ORDER BY e.number, e.ordinal
    LIMIT 1) e
ORDER BY u.place;

-- name: episode_erased :one
-- A turn that was stored by a transaction and whose words were erased.
SELECT e.episode_id FROM muniment.episodes e
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = %(episode_id)s AND e.known_from <= %(as_of)s AND e.content IS NULL
ORDER BY e.number, e.ordinal
LIMIT 1;

-- name: plan_anew :exec
-- Plan for the values that are given, and not once for all: a filter that is left out costs nothing then.
SET LOCAL plan_cache_mode = force_custom_plan;

-- name: walk_in_order :exec
-- Walk an index in its order and look up the rest, in one process, and stop when a page is full: next to all rows fit.
SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true);

-- name: memories_list :many
-- Memories at a basis that fit every given filter, each by one row: the one that holds, else its last;
-- with a window, its last that overlaps. Newest valid time first.
SELECT {told_of_m}
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
JOIN muniment.partitions p ON p.tenant_id = v.tenant_id AND p.partition_no = v.partition_no
CROSS JOIN LATERAL (
    SELECT v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s) AS holds) h
WHERE v.tenant_id = %(tenant_id)s AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap AND v.number > 0
  AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
  AND m.content IS NOT NULL
  AND (%(after_from)s::timestamptz IS NULL OR v.valid_from <= %(after_from)s::timestamptz)
  AND (%(after_id)s::uuid IS NULL OR v.valid_from < %(after_from)s::timestamptz
       OR (v.valid_from = %(after_from)s::timestamptz AND v.memory_id > %(after_id)s::uuid))
  AND (%(entity_key)s::text IS NULL OR m.entity_key = %(entity_key)s::text)
  AND (%(category_key)s::text IS NULL OR m.category_key = %(category_key)s::text)
  AND m.standing = ANY (%(standings)s::text[])
  AND (%(under_review)s::boolean IS NULL OR m.standing <> 'held'
       OR EXISTS (SELECT {reviews_of_m}) = %(under_review)s::boolean)
  AND (%(created_from)s::timestamptz IS NULL OR v.known_from >= %(created_from)s::timestamptz)
  AND (%(created_from)s::timestamptz IS NULL OR NOT EXISTS (
        SELECT FROM muniment.memories f
        WHERE f.tenant_id = v.tenant_id AND f.memory_id = v.memory_id
          AND f.known_from < %(created_from)s::timestamptz))
  AND (%(created_until)s::timestamptz IS NULL OR EXISTS (
        SELECT FROM muniment.memories f
        WHERE f.tenant_id = v.tenant_id AND f.memory_id = v.memory_id
          AND f.known_from < %(created_until)s::timestamptz))
  AND (%(metadata)s::jsonb IS NULL OR %(metadata)s::jsonb = '{}' OR m.metadata::jsonb @> %(metadata)s::jsonb)
  AND (%(metadata)s::jsonb IS NULL OR NOT EXISTS (
        SELECT FROM jsonb_each(%(metadata)s::jsonb) AS f (key, value)
        WHERE m.metadata::jsonb -> f.key IS DISTINCT FROM f.value))
  AND (%(terms)s::text[] IS NULL OR v.unit_no = ANY (ARRAY (
        SELECT t.unit_no FROM muniment.postings t
        WHERE t.tenant_id = %(tenant_id)s AND t.partition_no = ANY (%(partition_nos)s::int[])
          AND t.term = ANY (%(terms)s::text[])
        GROUP BY t.unit_no HAVING count(*) = cardinality(%(terms)s::text[]))))
  AND (%(tags)s::text[] IS NULL OR v.unit_no = ANY (ARRAY (
        SELECT l.unit_no FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[])
          AND l.kind = 'tag' AND l.label = ANY (%(tags)s::text[])
        GROUP BY l.unit_no HAVING count(*) = cardinality(%(tags)s::text[]))))
  AND CASE WHEN %(window_from)s::timestamptz IS NOT NULL THEN
        (v.valid_until IS NULL OR v.valid_until > %(window_from)s::timestamptz)
        AND (%(window_until)s::timestamptz IS NULL OR v.valid_from < %(window_until)s::timestamptz)
        AND (%(status)s::text <> 'ended'
             OR v.valid_until <= coalesce(%(window_until)s::timestamptz, 'infinity'::timestamptz))
        AND NOT EXISTS (
            SELECT FROM muniment.versions o
            WHERE o.tenant_id = v.tenant_id AND o.memory_id = v.memory_id AND NOT o.gap
              AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
              AND o.valid_from > v.valid_from
              AND (%(window_until)s::timestamptz IS NULL OR o.valid_from < %(window_until)s::timestamptz))
      WHEN %(status)s::text = 'current' THEN h.holds
      ELSE (%(status)s::text = 'all' AND h.holds)
        OR (NOT h.holds
            AND (%(status)s::text = 'all' OR v.valid_until <= %(valid_at)s)
            AND NOT EXISTS (
                SELECT FROM muniment.versions o
                WHERE o.tenant_id = v.tenant_id AND o.memory_id = v.memory_id AND NOT o.gap
                  AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
                  AND (o.valid_from > v.valid_from OR (o.valid_from <= %(valid_at)s
                       AND (o.valid_until IS NULL OR o.valid_until > %(valid_at)s)))))
      END
ORDER BY v.valid_from DESC, v.memory_id
LIMIT %(limit)s;

-- name: episodes_list :many
-- Turns at a basis that fit every given filter, latest said first.
{episodes_told}
WHERE e.tenant_id = %(tenant_id)s AND e.partition_no = ANY (%(partition_nos)s::int[])
  AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
  AND e.content IS NOT NULL AND e.number > 0
  AND CASE WHEN %(window_from)s::timestamptz IS NULL THEN e.occurred_at <= %(valid_at)s
      ELSE e.occurred_at >= %(window_from)s::timestamptz
        AND (%(window_until)s::timestamptz IS NULL OR e.occurred_at < %(window_until)s::timestamptz) END
  AND (%(after_from)s::timestamptz IS NULL OR e.occurred_at <= %(after_from)s::timestamptz)
  AND (%(after_id)s::uuid IS NULL OR e.occurred_at < %(after_from)s::timestamptz
       OR (e.occurred_at = %(after_from)s::timestamptz AND e.episode_id > %(after_id)s::uuid))
  AND (%(created_from)s::timestamptz IS NULL OR e.known_from >= %(created_from)s::timestamptz)
  AND (%(created_until)s::timestamptz IS NULL OR e.known_from < %(created_until)s::timestamptz)
  AND (%(metadata)s::jsonb IS NULL OR %(metadata)s::jsonb = '{}' OR e.metadata::jsonb @> %(metadata)s::jsonb)
  AND (%(metadata)s::jsonb IS NULL OR NOT EXISTS (
        SELECT FROM jsonb_each(%(metadata)s::jsonb) AS f (key, value)
        WHERE e.metadata::jsonb -> f.key IS DISTINCT FROM f.value))
  AND (%(entity_key)s::text IS NULL OR e.unit_no IN (
        SELECT l.unit_no FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[])
          AND l.kind = 'speaker' AND l.label = %(entity_key)s::text))
  AND (%(terms)s::text[] IS NULL OR e.unit_no IN (
        SELECT t.unit_no FROM muniment.postings t
        WHERE t.tenant_id = %(tenant_id)s AND t.partition_no = ANY (%(partition_nos)s::int[])
          AND t.term = ANY (%(terms)s::text[])
        GROUP BY t.unit_no HAVING count(*) = cardinality(%(terms)s::text[])))
ORDER BY e.occurred_at DESC, e.episode_id
LIMIT %(limit)s;

-- name: memory_history :many
-- Every row of a memory known by a transaction, with its neighbours in the slot as last known beside it. With other words
-- a memory may have come among other rivals.
WITH rivals AS MATERIALIZED (
    SELECT w.memory_id, w.rivals_key, w.valid_from, w.valid_until, w.known_from, w.known_until
    FROM (SELECT DISTINCT g.memory_id FROM muniment.memories g
          WHERE g.tenant_id = %(tenant_id)s AND g.rivals_key IN (
              SELECT m.rivals_key FROM muniment.memories m
              WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(memory_id)s)) g
    JOIN muniment.versions w ON w.tenant_id = %(tenant_id)s AND w.memory_id = g.memory_id
    WHERE NOT w.gap AND w.known_from <= %(as_of)s AND w.memory_id <> %(memory_id)s
)
SELECT v.memory_id, m.content, v.valid_from, v.valid_until, v.known_from, k.known_until, v.gap, m.standing,
    v.number AS transaction, v.ordinal, c.number AS closed_by, earlier.memory_id AS supersedes,
    later.memory_id AS superseded_by
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
CROSS JOIN LATERAL (
    SELECT CASE WHEN v.known_until <= %(as_of)s THEN v.known_until END AS known_until,
        CASE WHEN v.known_until <= %(as_of)s THEN v.known_until - interval '1 microsecond' ELSE %(as_of)s END
            AS last_known) k
LEFT JOIN muniment.transactions c ON c.tenant_id = v.tenant_id AND c.recorded_at = k.known_until
LEFT JOIN rivals earlier ON NOT v.gap AND earlier.rivals_key = v.rivals_key AND earlier.valid_until = v.valid_from
    AND earlier.known_from <= k.last_known
    AND (earlier.known_until IS NULL OR earlier.known_until > k.last_known)
LEFT JOIN rivals later ON NOT v.gap AND later.rivals_key = v.rivals_key AND later.valid_from = v.valid_until
    AND later.known_from <= k.last_known
    AND (later.known_until IS NULL OR later.known_until > k.last_known)
WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = %(memory_id)s AND v.known_from <= %(as_of)s
  AND (%(after_number)s::bigint IS NULL OR (v.number, v.valid_from, v.ordinal)
       > (%(after_number)s::bigint, %(after_from)s::timestamptz, %(after_ordinal)s::int))
ORDER BY v.number, v.valid_from, v.ordinal
LIMIT %(limit)s::bigint;

-- name: entity_timeline :many
-- What held of an entity through valid time, at one transaction, with each row's neighbours in its slot.
WITH slots AS MATERIALIZED (
    SELECT m.rivals_key FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[])
      AND m.entity_key = %(entity_key)s
    UNION
    SELECT m.rivals_key FROM muniment.labels l
    JOIN muniment.memories m ON m.tenant_id = l.tenant_id AND m.unit_no = l.unit_no
    WHERE %(objects)s::boolean AND l.tenant_id = %(tenant_id)s
      AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity' AND l.label = %(entity_key)s
      AND m.object_key = %(entity_key)s
), held AS (
    SELECT m.memory_id, m.content, v.valid_from, v.valid_until, v.known_from, m.entity, m.category, m.object,
        m.tags, m.metadata, m.confidence, m.standing, m.agent, m.entity_key, m.category_key, m.object_key,
        v.partition_no, v.number, v.ordinal,
        lag(v.memory_id) OVER slot AS earlier_id, lag(v.valid_until) OVER slot AS earlier_until,
        lead(v.memory_id) OVER slot AS later_id, lead(v.valid_from) OVER slot AS later_from
    FROM muniment.memories m
    JOIN muniment.versions v ON v.tenant_id = m.tenant_id AND v.unit_no = m.unit_no
    WHERE m.tenant_id = %(tenant_id)s AND m.rivals_key IN (SELECT s.rivals_key FROM slots s)
      AND m.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
    WINDOW slot AS (PARTITION BY v.rivals_key ORDER BY v.valid_from, v.number, v.ordinal)
)
SELECT m.memory_id, m.content, m.valid_from, m.valid_until, m.known_from, m.entity, m.category, m.object,
    m.tags, m.metadata, m.confidence, m.standing, m.agent, p.scope, p.namespace, p.visibility,
    EXISTS (SELECT {reviews_of_m}) AS under_review,
    m.number, m.ordinal,
    CASE WHEN m.earlier_until = m.valid_from AND m.earlier_id <> m.memory_id THEN m.earlier_id END AS supersedes,
    CASE WHEN m.later_from = m.valid_until AND m.later_id <> m.memory_id THEN m.later_id END AS superseded_by
FROM held m
JOIN muniment.partitions p ON p.tenant_id = %(tenant_id)s AND p.partition_no = m.partition_no
WHERE (m.entity_key = %(entity_key)s OR (%(objects)s::boolean AND m.object_key = %(entity_key)s))
  AND (%(category_key)s::text IS NULL OR m.category_key = %(category_key)s::text)
  AND m.content IS NOT NULL AND m.standing <> 'quarantined'
  AND (%(after_number)s::bigint IS NULL OR (m.valid_from, m.memory_id, m.number, m.ordinal)
       > (%(after_from)s::timestamptz, %(after_id)s::uuid, %(after_number)s::bigint, %(after_ordinal)s::int))
ORDER BY m.valid_from, m.memory_id, m.number, m.ordinal
LIMIT %(limit)s::bigint;

-- name: facts_current :many
-- The held beliefs at a basis. In a slot for one belief, the same entity and category in a narrower scope of its
-- namespace wins.
SELECT {told_of_m}
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
JOIN muniment.partitions p ON p.tenant_id = v.tenant_id AND p.partition_no = v.partition_no
WHERE {v_holds} AND v.number > 0
  AND m.standing = 'held' AND m.content IS NOT NULL
  AND (%(entity_key)s::text IS NULL OR m.entity_key = %(entity_key)s::text)
  AND (%(category_key)s::text IS NULL OR m.category_key = %(category_key)s::text)
  AND (%(after_from)s::timestamptz IS NULL OR v.valid_from <= %(after_from)s::timestamptz)
  AND (%(after_id)s::uuid IS NULL OR v.valid_from < %(after_from)s::timestamptz
       OR (v.valid_from = %(after_from)s::timestamptz AND v.memory_id > %(after_id)s::uuid))
  AND (m.cardinality IS DISTINCT FROM 'one' OR p.scope = 'container' OR NOT EXISTS (
      SELECT FROM muniment.memories n
      JOIN muniment.partitions q ON q.tenant_id = n.tenant_id AND q.partition_no = n.partition_no
      JOIN muniment.versions w ON w.tenant_id = n.tenant_id AND w.unit_no = n.unit_no
      WHERE n.tenant_id = %(tenant_id)s AND n.partition_no = ANY (%(narrower_nos)s::int[])
        AND n.entity_key = m.entity_key AND n.category_key = m.category_key AND n.standing = 'held'
        AND q.scope <> 'global' AND q.scope <> p.scope AND q.namespace = p.namespace
        AND NOT w.gap AND w.known_from <= %(as_of)s AND (w.known_until IS NULL OR w.known_until > %(as_of)s)
        AND w.valid_from <= %(valid_at)s AND (w.valid_until IS NULL OR w.valid_until > %(valid_at)s)))
ORDER BY v.valid_from DESC, v.memory_id
LIMIT %(limit)s;

-- name: changes_list :many
-- What the transactions of a span did to memories, with what each was before and after. The closings that
-- the chain covers lead to the rows that a transaction closed; of one entity, its rows lead to their transactions.
WITH touched AS MATERIALIZED (
    SELECT o.memory_id, x.number
    FROM (
        SELECT DISTINCT m.memory_id FROM muniment.memories m
        WHERE %(entity_key)s::text IS NOT NULL AND m.tenant_id = %(tenant_id)s
          AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.entity_key = %(entity_key)s::text) o
    CROSS JOIN LATERAL (
        SELECT v.number, v.known_until FROM muniment.versions v
        WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = o.memory_id
          AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
        UNION ALL
        SELECT m.number, m.known_until FROM muniment.memories m
        WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = o.memory_id
          AND m.partition_no = ANY (%(partition_nos)s::int[])) r
    CROSS JOIN LATERAL (
        SELECT r.number
        UNION ALL
        SELECT t.number FROM muniment.transactions t
        WHERE t.tenant_id = %(tenant_id)s AND t.recorded_at = r.known_until) x
), page AS MATERIALIZED (
    SELECT s.number, s.recorded_at, s.actor, s.operation, u.memory_id, u.entity, u.category, u.partition_no
    FROM (
        SELECT t.number, t.recorded_at, t.actor, t.operation, t.closings FROM muniment.transactions t
        WHERE t.tenant_id = %(tenant_id)s AND t.number > %(since)s AND t.number <= %(until)s
          AND t.number >= %(after_number)s
          AND (%(entity_key)s::text IS NULL OR t.number = ANY (ARRAY (SELECT c.number FROM touched c)))
        ORDER BY t.number OFFSET 0) s
    CROSS JOIN LATERAL (
        SELECT w.memory_id, said.entity, said.category, said.partition_no
        FROM (
            SELECT c.memory_id FROM touched c WHERE c.number = s.number
            UNION
            SELECT v.memory_id FROM muniment.versions v
            WHERE %(entity_key)s::text IS NULL AND v.tenant_id = %(tenant_id)s AND v.number = s.number
              AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
            UNION
            SELECT m.memory_id FROM muniment.memories m
            WHERE %(entity_key)s::text IS NULL AND m.tenant_id = %(tenant_id)s AND m.number = s.number
              AND m.partition_no = ANY (%(partition_nos)s::int[])
            UNION
            SELECT o.memory_id FROM json_array_elements(s.closings::json) AS c (closing)
            CROSS JOIN LATERAL (
                SELECT v.memory_id FROM muniment.versions v
                WHERE v.tenant_id = %(tenant_id)s AND v.number = (c.closing ->> 1)::bigint
                  AND v.ordinal = (c.closing ->> 2)::integer AND c.closing ->> 0 = 'versions'
                  AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
                UNION ALL
                SELECT m.memory_id FROM muniment.memories m
                WHERE m.tenant_id = %(tenant_id)s AND m.number = (c.closing ->> 1)::bigint
                  AND m.ordinal = (c.closing ->> 2)::integer AND c.closing ->> 0 = 'memories'
                  AND m.partition_no = ANY (%(partition_nos)s::int[])) o
            WHERE %(entity_key)s::text IS NULL) w
        CROSS JOIN LATERAL (
            SELECT m.entity, m.entity_key, m.category, m.partition_no FROM muniment.memories m
            WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = w.memory_id
            ORDER BY m.number, m.ordinal LIMIT 1) said
        WHERE (s.number, w.memory_id) > (%(after_number)s::bigint, %(after_id)s::uuid)
          AND (%(entity_key)s::text IS NULL OR said.entity_key = %(entity_key)s::text)
        ORDER BY w.memory_id LIMIT %(limit)s) u
    ORDER BY s.number, u.memory_id
    LIMIT %(limit)s
)
SELECT g.number AS transaction, g.recorded_at, g.actor, g.operation, r.reason,
    g.memory_id, g.entity, g.category, p.namespace,
    was.unit_no IS NOT NULL AS was_there, was.content AS content_before,
    now.unit_no IS NOT NULL AS is_there, now.content AS content_after,
    before.starts AS starts_before, before.ends AS ends_before,
    after.starts AS starts_after, after.ends AS ends_after,
    made.belief AS asserts, made.gap AS asserts_gap, made.ended AS asserts_end,
    EXISTS (SELECT FROM muniment.assertions a
            WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = g.memory_id AND NOT a.gap
              AND a.known_until = g.recorded_at) AS withdraws
FROM page g
JOIN muniment.partitions p ON p.tenant_id = %(tenant_id)s AND p.partition_no = g.partition_no
LEFT JOIN muniment.reasons r ON r.tenant_id = p.tenant_id AND r.number = g.number
LEFT JOIN LATERAL (
    SELECT m.unit_no, m.content FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = g.memory_id
      AND m.known_from < g.recorded_at AND (m.known_until IS NULL OR m.known_until >= g.recorded_at)
    ORDER BY m.number DESC, m.ordinal DESC LIMIT 1) was ON true
LEFT JOIN LATERAL (
    SELECT m.unit_no, m.content FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = g.memory_id
      AND m.known_from <= g.recorded_at AND (m.known_until IS NULL OR m.known_until > g.recorded_at)
    ORDER BY m.number DESC, m.ordinal DESC LIMIT 1) now ON true
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(v.valid_from ORDER BY v.valid_from), '{}') AS starts,
        coalesce(array_agg(v.valid_until ORDER BY v.valid_from), '{}') AS ends
    FROM muniment.versions v
    WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = g.memory_id AND NOT v.gap
      AND v.known_from < g.recorded_at AND (v.known_until IS NULL OR v.known_until >= g.recorded_at)) before
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(v.valid_from ORDER BY v.valid_from), '{}') AS starts,
        coalesce(array_agg(v.valid_until ORDER BY v.valid_from), '{}') AS ends
    FROM muniment.versions v
    WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = g.memory_id AND NOT v.gap
      AND v.known_from <= g.recorded_at AND (v.known_until IS NULL OR v.known_until > g.recorded_at)) after
CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(NOT a.gap), false) AS belief, coalesce(bool_or(a.gap), false) AS gap,
        coalesce(bool_or(a.gap AND a.rank_number = a.number), false) AS ended
    FROM muniment.assertions a
    WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = g.memory_id AND a.number = g.number) made
ORDER BY g.number, g.memory_id;

-- part: transactions_told
-- Who did one of another user's, and why, is left out unless all is to be told; of an actor, if one is named, only what it
-- did itself is told.
SELECT t.number, t.recorded_at, CASE WHEN o.is_told THEN t.actor END AS actor, t.role, t.operation,
    CASE WHEN o.is_told THEN r.reason END AS reason, encode(t.hash, 'hex') AS hash,
    CASE WHEN o.is_told THEN c.name END AS session, CASE WHEN o.is_told THEN coalesce(t.trail, '{}') ELSE '{}' END AS trail,
    CASE WHEN o.is_told THEN t.key_id END AS key, CASE WHEN o.is_told THEN u.name END AS "user"
FROM muniment.transactions t
CROSS JOIN LATERAL (
    SELECT %(of_all)s::boolean OR (t.user_id = %(user_id)s AND (%(actor)s::text IS NULL OR t.actor = %(actor)s)) AS is_told) o
LEFT JOIN muniment.containers c ON c.tenant_id = t.tenant_id AND c.container_id = t.session_id AND c.known_until IS NULL
LEFT JOIN muniment.reasons r ON r.tenant_id = t.tenant_id AND r.number = t.number
LEFT JOIN muniment.users u ON u.tenant_id = t.tenant_id AND u.user_id = t.user_id AND u.known_until IS NULL

-- part: transactions_between
-- The transactions between two numbers; of an actor or a key, if one is asked for, those that are told to be its.
{transactions_told}
WHERE t.tenant_id = %(tenant_id)s AND t.number > %(after)s
  AND (%(before)s::bigint IS NULL OR t.number < %(before)s::bigint)
  AND (%(by)s::text IS NULL OR (t.actor = %(by)s::text AND o.is_told))
  AND (%(key_id)s::uuid IS NULL OR (t.key_id = %(key_id)s::uuid AND o.is_told))

-- name: transactions_list :many
-- Transactions between two numbers, in order.
{transactions_between}
ORDER BY t.number
LIMIT %(limit)s;

-- name: transactions_latest :many
-- Transactions between two numbers, the latest first.
{transactions_between}
ORDER BY t.number DESC
LIMIT %(limit)s;

-- name: transaction_read :one
-- One transaction.
{transactions_told}
WHERE t.tenant_id = %(tenant_id)s AND t.number = %(number)s;

-- name: transaction_users :many
-- Whose some transactions are, as far as the reader sees its users.
SELECT t.number, u.name AS "user"
FROM muniment.transactions t
JOIN muniment.users u ON u.tenant_id = t.tenant_id AND u.user_id = t.user_id AND u.known_until IS NULL
WHERE t.tenant_id = %(tenant_id)s AND t.number = ANY(%(numbers)s::bigint[])
ORDER BY t.number;

-- name: memory_last_words :one
-- What a memory says at a basis: its open row that holds, else the open one that ended last, else the row that was closed
-- last; where it never held, the period that was asserted last.
SELECT m.memory_id, m.content, coalesce(v.valid_from, a.valid_from) AS valid_from,
    CASE WHEN v.number IS NULL THEN a.valid_until ELSE v.valid_until END AS valid_until,
    coalesce(v.known_from, m.known_from) AS known_from, v.known_until, m.entity, m.category, m.object,
    m.tags, m.metadata, m.confidence, m.standing, m.agent, p.scope, p.namespace, p.visibility,
    EXISTS (SELECT {reviews_of_m}) AS under_review,
    m.known_until IS NULL OR m.known_until > %(as_of)s AS is_open,
    v.number IS NOT NULL AND v.known_until IS NULL AS stands
FROM (SELECT * FROM muniment.memories r
      WHERE r.tenant_id = %(tenant_id)s AND r.memory_id = %(memory_id)s AND r.known_from <= %(as_of)s
      ORDER BY r.number DESC, r.ordinal DESC LIMIT 1) m
JOIN muniment.partitions p ON p.tenant_id = m.tenant_id AND p.partition_no = m.partition_no
LEFT JOIN LATERAL (
    SELECT w.number, w.ordinal, w.valid_from, w.valid_until, w.known_from,
        CASE WHEN w.known_until <= %(as_of)s THEN w.known_until END AS known_until
    FROM muniment.versions w
    WHERE w.tenant_id = m.tenant_id AND w.unit_no = m.unit_no AND NOT w.gap AND w.known_from <= %(as_of)s) v ON true
LEFT JOIN LATERAL (
    SELECT s.valid_from, s.valid_until FROM muniment.assertions s
    WHERE s.tenant_id = m.tenant_id AND s.memory_id = m.memory_id AND NOT s.gap AND s.known_from <= %(as_of)s
    ORDER BY s.number DESC, s.ordinal DESC LIMIT 1) a ON true
ORDER BY v.known_until DESC NULLS FIRST,
    (v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)) DESC,
    v.valid_until DESC NULLS FIRST, v.number, v.ordinal
LIMIT 1;

-- name: memory_evidence :many
-- Every assertion of a memory that was known by a transaction, with who said so in what session and why, who withdrew it
-- by then, and the turn it rests on unless that was hidden.
SELECT a.number AS transaction, a.valid_from, a.valid_until, a.gap, a.actor, t.role, r.reason, w.name AS said_in,
    coalesce(t.trail, '{}') AS trail, a.confidence, a.source, a.span_from, a.span_until, a.known_from,
    k.recorded_at AS known_until, k.number AS withdrawn_in, k.actor AS withdrawn_by,
    k.operation AS withdrawn_how, l.reason AS withdrawn_why,
    e.episode_id, e.content, e.speaker, e.caption, e.occurred_at, c.name AS session, e.position, e.source_id,
    e.known_from AS episode_known_from, e.metadata, p.namespace
FROM muniment.assertions a
JOIN muniment.transactions t ON t.tenant_id = a.tenant_id AND t.number = a.number
LEFT JOIN muniment.transactions k ON k.tenant_id = a.tenant_id AND k.recorded_at = a.known_until
    AND a.known_until <= %(as_of)s
LEFT JOIN muniment.reasons r ON r.tenant_id = t.tenant_id AND r.number = t.number
LEFT JOIN muniment.reasons l ON l.tenant_id = k.tenant_id AND l.number = k.number
LEFT JOIN muniment.containers w ON w.tenant_id = t.tenant_id AND w.container_id = t.session_id
    AND w.known_from <= %(as_of)s AND (w.known_until IS NULL OR w.known_until > %(as_of)s)
LEFT JOIN muniment.episodes e ON e.tenant_id = a.tenant_id AND e.episode_id = a.episode_id
    AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
LEFT JOIN muniment.partitions p ON p.tenant_id = e.tenant_id AND p.partition_no = e.partition_no
LEFT JOIN muniment.containers c ON c.tenant_id = e.tenant_id AND c.container_id = e.session_id
    AND c.known_from <= %(as_of)s AND (c.known_until IS NULL OR c.known_until > %(as_of)s)
WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = %(memory_id)s AND a.known_from <= %(as_of)s
ORDER BY a.number, a.ordinal;

-- name: memory_rivals_at :many
-- What held, at one transaction, in the group that a memory belonged to then, in valid time.
SELECT v.memory_id, m.content, v.valid_from, v.valid_until, v.known_from, m.standing, v.number AS transaction
FROM (SELECT r.rivals_key FROM muniment.memories r
      WHERE r.tenant_id = %(tenant_id)s AND r.memory_id = %(memory_id)s AND r.known_from <= %(as_of)s
      ORDER BY r.number DESC, r.ordinal DESC LIMIT 1) f
CROSS JOIN LATERAL (
    SELECT DISTINCT o.memory_id FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.rivals_key = f.rivals_key OFFSET 0) g
JOIN muniment.versions v ON v.tenant_id = %(tenant_id)s AND v.memory_id = g.memory_id AND v.rivals_key = f.rivals_key
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
WHERE NOT v.gap AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
ORDER BY v.valid_from, v.number, v.ordinal;

-- name: schema_size :one
-- How many bytes the whole schema takes.
SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS size_bytes FROM pg_class c
WHERE c.relnamespace = to_regnamespace('muniment') AND c.relkind = 'r';

-- name: counts_read :one
-- How much there is at the head, of what the principal may read; entities as `entities_list` tells them, of every
-- namespace; and whether something was ever written for the user. Nothing is counted row by row of the head, so that several processes may count.
WITH now AS MATERIALIZED (
    SELECT greatest(statement_timestamp(), x.recorded_at) AS at FROM muniment.heads x WHERE x.tenant_id = %(tenant_id)s
), holding AS MATERIALIZED (
    SELECT DISTINCT v.memory_id, v.unit_no FROM muniment.versions v
    WHERE v.tenant_id = %(tenant_id)s AND v.known_until IS NULL AND NOT v.gap
      AND v.valid_from <= (SELECT n.at FROM now n)
      AND (v.valid_until IS NULL OR v.valid_until > (SELECT n.at FROM now n))
), named AS MATERIALIZED (
    SELECT DISTINCT m.entity_key, m.object_key, m.category_key IS NOT DISTINCT FROM 'alias_of' AS is_alias
    FROM holding h
    JOIN muniment.memories m ON m.tenant_id = %(tenant_id)s AND m.unit_no = h.unit_no
    WHERE m.entity_key IS NOT NULL AND m.standing <> 'quarantined'
)
SELECT
    coalesce(there.memories, 0)::bigint AS memories,
    (SELECT count(DISTINCT h.memory_id) FROM holding h) AS memories_current,
    (SELECT count(*) FROM muniment.episodes e
     WHERE e.tenant_id = %(tenant_id)s AND e.known_until IS NULL) AS episodes,
    (SELECT count(*) FROM (
        SELECT n.entity_key FROM named n WHERE NOT n.is_alias
        UNION
        SELECT n.object_key FROM named n WHERE n.object_key IS NOT NULL) e) AS entities,
    there.categories,
    h.number AS transactions,
    (SELECT count(*) FROM muniment.backlog b
     JOIN muniment.embedders d ON d.tenant_id = b.tenant_id AND d.embedder_no = b.embedder_no
         AND d.known_until IS NULL
     WHERE b.tenant_id = %(tenant_id)s AND b.known_until IS NULL) AS not_embedded,
    h.recorded_at,
    EXISTS (SELECT FROM muniment.users u WHERE u.tenant_id = %(tenant_id)s AND u.user_id = %(user_id)s
            AND u.known_until IS NULL) AS user_found
FROM muniment.heads h
CROSS JOIN LATERAL (
    SELECT sum(g.times) AS memories, count(g.category_key) AS categories
    FROM (SELECT m.category_key, count(*) AS times FROM muniment.memories m
          WHERE m.tenant_id = %(tenant_id)s AND m.known_until IS NULL
          GROUP BY m.category_key) g) there
WHERE h.tenant_id = %(tenant_id)s;
