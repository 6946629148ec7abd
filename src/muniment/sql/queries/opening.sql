-- name: opening_read :one
-- The database's clock (read after the lock was taken), fresh ids in rising order, whether the user is
-- registered, which categories hold one belief and which many, and the embedder whose vectors are compared now.
-- Of the writer: its session (the one that is named, else that of the day in the project that is named) and its project, where its day's count
-- stands, its quota, and when the task is due that waits to embed what it writes. What the writer sees is noted for the rest of the transaction: under the lock, nobody but itself
-- makes partitions.
SELECT d.now,
    ARRAY(SELECT muniment.new_id() FROM generate_series(1, %(ids)s)) AS ids,
    EXISTS (SELECT FROM muniment.users u WHERE u.tenant_id = %(tenant_id)s AND u.user_id = %(user_id)s
            AND u.known_until IS NULL) AS user_is_registered,
    ARRAY(SELECT c.category_key FROM muniment.categories c
          WHERE c.tenant_id = %(tenant_id)s AND c.known_until IS NULL AND c.cardinality = 'one'
            AND c.category_key = ANY (%(category_keys)s::text[])) AS holding_one,
    ARRAY(SELECT c.category_key FROM muniment.categories c
          WHERE c.tenant_id = %(tenant_id)s AND c.known_until IS NULL AND c.cardinality = 'many'
            AND c.category_key = ANY (%(category_keys)s::text[])) AS holding_many,
    e.number, e.ordinal, e.embedder_no, e.name, e.dimensions, e.digest,
    d.session, s.number AS session_number, s.ordinal AS session_ordinal, s.parent_id AS session_parent_id,
    s.ended_at AS session_ended_at, EXISTS (
        SELECT FROM muniment.containers c
        WHERE c.tenant_id = %(tenant_id)s AND c.user_id = %(user_id)s AND c.kind = 'project'
          AND c.name = %(project)s AND c.known_until IS NULL) AS project_there,
    t.recorded_at AS counted_at, t.writes AS counted, q.daily_writes, q.memories, (
        SELECT w.due_at FROM muniment.tasks w
        WHERE w.tenant_id = %(tenant_id)s AND w.owner_id = %(user_id)s AND w.key = %(backlog_key)s
          AND NOT w.key_lasts AND w.state = 'waiting') AS backlog_due_at
FROM (
    SELECT o.now, coalesce(%(session)s::text,
        concat_ws(' ', %(project_named)s::text, to_char(o.now AT TIME ZONE 'UTC', 'YYYY-MM-DD'))) AS session
    FROM (SELECT clock_timestamp() AS now OFFSET 0) o OFFSET 0) d
CROSS JOIN (
    {sight_noted} OFFSET 0) seen
LEFT JOIN muniment.embedders e ON e.tenant_id = %(tenant_id)s AND e.known_until IS NULL
LEFT JOIN LATERAL (
    SELECT c.number, c.ordinal, c.parent_id, c.ended_at FROM muniment.containers c
    WHERE c.tenant_id = %(tenant_id)s AND c.user_id = %(user_id)s AND c.kind = 'session' AND c.name = d.session
      AND c.known_until IS NULL OFFSET 0) s ON true
LEFT JOIN LATERAL (
    SELECT x.recorded_at, x.writes FROM muniment.transactions x
    WHERE x.tenant_id = %(tenant_id)s AND x.user_id = %(user_id)s
    ORDER BY x.number DESC LIMIT 1) t ON true
LEFT JOIN muniment.quotas q ON q.tenant_id = %(tenant_id)s AND q.user_id = %(user_id)s AND q.known_until IS NULL;

-- name: units_kept :one
-- How many memories and turns a user keeps, in whatever partition. The auditor asks, who sees them all.
SELECT coalesce(sum(w.units), 0)::bigint AS count
FROM muniment.partitions p
CROSS JOIN LATERAL (
    SELECT s.units FROM muniment.word_statistics s
    WHERE s.tenant_id = p.tenant_id AND s.partition_no = p.partition_no
    ORDER BY s.known_from DESC LIMIT 1) w
WHERE p.tenant_id = %(tenant_id)s AND p.owner_id = %(user_id)s;

-- name: memories_kept :one
-- How many memories a user keeps, in whatever partition: those neither forgotten nor retracted. The auditor asks.
SELECT coalesce(sum(k.open), 0)::bigint AS count
FROM muniment.partitions p
CROSS JOIN LATERAL (
    SELECT count(*) AS open FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = p.partition_no AND m.known_until IS NULL AND m.number > 0
    OFFSET 0) k
WHERE p.tenant_id = %(tenant_id)s AND p.owner_id = %(user_id)s;

-- name: embedder_current :one
-- The embedder whose vectors are compared now.
SELECT number, ordinal, embedder_no, name, dimensions, digest FROM muniment.embedders
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL;

-- name: embedder_at :one
-- The embedder whose vectors are compared at a basis: the current one; where the same was the tenant's then, as it was.
SELECT o.number, o.ordinal, o.embedder_no, o.name, o.dimensions, o.digest,
    o.number > 1 AND o.known_from > %(as_of)s AS is_adopted_later
FROM muniment.embedders c
JOIN muniment.embedders o ON o.tenant_id = c.tenant_id AND o.digest = c.digest
WHERE c.tenant_id = %(tenant_id)s AND c.known_until IS NULL
  AND (o.known_until IS NULL OR (o.known_from <= %(as_of)s AND o.known_until > %(as_of)s))
ORDER BY o.known_until NULLS LAST, o.number, o.ordinal LIMIT 1;

-- name: tenant_current :one
-- The tenant's name and language.
SELECT name, language FROM muniment.tenants WHERE tenant_id = %(tenant_id)s AND known_until IS NULL;

-- name: languages_there :many
-- The text search configurations that words can be stemmed by.
SELECT cfgname AS name FROM pg_catalog.pg_ts_config WHERE pg_catalog.pg_ts_config_is_visible(oid) ORDER BY cfgname;

-- name: categories_read :many
-- The cardinality of categories that are known.
SELECT number, ordinal, cardinality FROM muniment.categories
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL AND category_key = ANY (%(category_keys)s::text[]);

-- name: partitions_find :many
-- The partitions of some owners and namespaces.
SELECT partition_no, scope, owner_id, container_id, namespace, visibility, agent FROM muniment.partitions
WHERE tenant_id = %(tenant_id)s AND owner_id = ANY (%(owner_ids)s::uuid[])
  AND namespace = ANY (%(namespaces)s::text[])
ORDER BY partition_no;

-- name: containers_there :many
-- Which containers are registered, each with its project, and since when it has ended.
SELECT container_id AS id, number, ordinal, parent_id, ended_at FROM muniment.containers
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL AND container_id = ANY (%(container_ids)s::uuid[]);

-- part: periods_asked
-- The match keys and the periods that are asked; one that includes now begins then, if it would begin later.
SELECT k.match_key, k.valid_until, least(k.valid_from, CASE WHEN k.include_now THEN transaction_timestamp() END) AS valid_from
FROM unnest(%(match_keys)s::uuid[], %(valid_froms)s::timestamptz[], %(include_now)s::boolean[],
    %(valid_untils)s::timestamptz[]) AS k (match_key, valid_from, include_now, valid_until)

-- name: rivals_read :many
-- For each asked match key: its group of rivals, and the group's rows that overlap or touch the asked period.
-- OFFSET 0 keeps each lookup a lookup: before a table has statistics, joining would start from its far end.
SELECT a.match_key, g.rivals_key, v.number, v.ordinal, v.memory_id, v.unit_no, v.partition_no, v.exclusive,
    v.gap, v.valid_from, v.valid_until, m.content, m.object
FROM (
    {periods_asked}) a
CROSS JOIN LATERAL (
    SELECT f.rivals_key FROM muniment.rival_groups f
    WHERE f.tenant_id = %(tenant_id)s AND f.match_key = a.match_key OFFSET 0) g
LEFT JOIN LATERAL (
    SELECT * FROM muniment.versions r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL
      AND coalesce(r.valid_until, 'infinity'::timestamptz) >= a.valid_from
      AND r.valid_from <= coalesce(a.valid_until, 'infinity'::timestamptz) OFFSET 0) v ON true
LEFT JOIN LATERAL (
    SELECT f.content, f.object FROM muniment.memories f
    WHERE f.tenant_id = %(tenant_id)s AND f.unit_no = v.unit_no OFFSET 0) m ON true
ORDER BY v.number, v.ordinal;

-- name: beaters_read :many
-- For each asked match key: the group's assertions that start later than the asked period and overlap it.
-- OFFSET 0 as in rivals_read.
SELECT g.rivals_key, b.number, b.ordinal, b.memory_id, b.gap, b.valid_from, b.valid_until,
    b.rank_from, b.rank_number, b.rank_ordinal
FROM (
    {periods_asked}) a
CROSS JOIN LATERAL (
    SELECT f.rivals_key FROM muniment.rival_groups f
    WHERE f.tenant_id = %(tenant_id)s AND f.match_key = a.match_key OFFSET 0) g
CROSS JOIN LATERAL (
    SELECT * FROM muniment.assertions r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL
      AND r.rank_from > a.valid_from
      AND r.valid_from < coalesce(a.valid_until, 'infinity'::timestamptz)
      AND coalesce(r.valid_until, 'infinity'::timestamptz) > a.valid_from OFFSET 0) b
ORDER BY b.number, b.ordinal;

-- name: memory_latest :one
-- The latest revision of a memory; it is open unless the memory was forgotten or retracted.
SELECT number, ordinal, memory_id, unit_no, partition_no, rivals_key, match_key, cardinality, standing, content,
    entity, entity_key, category, category_key, object, object_key, tags, metadata, confidence, agent, known_until
FROM muniment.memories
WHERE tenant_id = %(tenant_id)s AND memory_id = %(memory_id)s
ORDER BY number DESC, ordinal DESC LIMIT 1;

-- name: partition_of_memory :one
-- The partition that a memory is in.
SELECT p.partition_no, p.scope, p.owner_id, p.container_id, p.namespace, p.visibility, p.agent
FROM muniment.memories m
JOIN muniment.partitions p ON p.tenant_id = m.tenant_id AND p.partition_no = m.partition_no
WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(memory_id)s
ORDER BY m.number DESC, m.ordinal DESC LIMIT 1;

-- part: groups_of_memory
-- The group that a memory belongs to, and the group of a match key.
SELECT DISTINCT k.rivals_key FROM (
    (SELECT m.rivals_key FROM muniment.memories m
     WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(memory_id)s
     ORDER BY m.number DESC, m.ordinal DESC LIMIT 1)
    UNION ALL
    SELECT w.rivals_key FROM muniment.rival_groups w
    WHERE w.tenant_id = %(tenant_id)s AND w.match_key = %(match_key)s::uuid) k OFFSET 0

-- name: group_places :many
-- The latest unit of every memory of the group that a memory belongs to, and of the group of a match key.
SELECT DISTINCT ON (m.rivals_key, m.memory_id) m.rivals_key, m.memory_id, m.unit_no, m.partition_no
FROM (
    {groups_of_memory}) g
CROSS JOIN LATERAL (
    SELECT * FROM muniment.memories r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key OFFSET 0) m
ORDER BY m.rivals_key, m.memory_id, m.number DESC, m.ordinal DESC;

-- name: group_assertions :many
-- The open assertions of the group that a memory belongs to, and of the group of a match key.
SELECT a.number, a.ordinal, a.memory_id, a.partition_no, a.rivals_key, a.gap, a.valid_from, a.valid_until,
    a.rank_from, a.rank_number, a.rank_ordinal, a.confidence, a.actor, a.episode_id, a.span_from, a.span_until,
    a.source
FROM (
    {groups_of_memory}) g
CROSS JOIN LATERAL (
    SELECT * FROM muniment.assertions r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL OFFSET 0) a
ORDER BY a.number, a.ordinal;

-- name: group_versions :many
-- The open effective rows of the group that a memory belongs to, and of the group of a match key.
SELECT v.number, v.ordinal, v.rivals_key, v.memory_id, v.unit_no, v.partition_no, v.exclusive, v.gap,
    v.valid_from, v.valid_until
FROM (
    {groups_of_memory}) g
CROSS JOIN LATERAL (
    SELECT * FROM muniment.versions r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL OFFSET 0) v
ORDER BY v.number, v.ordinal;
