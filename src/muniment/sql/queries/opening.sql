-- name: embedder_current :one
-- The embedder whose vectors are compared now.
SELECT number, ordinal, embedder_no, name, dimensions, digest FROM muniment.embedders
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL;

-- name: tenant_current :one
-- The tenant's name and language.
SELECT name, language FROM muniment.tenants WHERE tenant_id = %(tenant_id)s AND known_until IS NULL;

-- name: categories_read :many
-- The cardinality of categories that are known.
SELECT number, ordinal, category_key, name, cardinality FROM muniment.categories
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL AND category_key = ANY (%(category_keys)s::text[]);

-- name: partitions_find :many
-- The partitions of some owners and namespaces.
SELECT partition_no, scope, owner_id, container_id, namespace, visibility, agent FROM muniment.partitions
WHERE tenant_id = %(tenant_id)s AND owner_id = ANY (%(owner_ids)s::uuid[])
  AND namespace = ANY (%(namespaces)s::text[])
ORDER BY partition_no;

-- name: identities_read :many
-- Which users and containers are registered.
SELECT user_id AS id FROM muniment.users
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL AND user_id = ANY (%(user_ids)s::uuid[])
UNION ALL
SELECT container_id FROM muniment.containers
WHERE tenant_id = %(tenant_id)s AND known_until IS NULL AND container_id = ANY (%(container_ids)s::uuid[]);

-- name: rivals_read :many
-- For each asked match key: its group of rivals, and the group's rows that overlap or touch the asked period.
SELECT a.match_key, g.rivals_key, v.number, v.ordinal, v.memory_id, v.unit_no, v.partition_no, v.exclusive,
    v.gap, v.valid_from, v.valid_until, m.content, m.object
FROM unnest(%(match_keys)s::uuid[], %(valid_froms)s::timestamptz[], %(valid_untils)s::timestamptz[])
    AS a (match_key, valid_from, valid_until)
CROSS JOIN LATERAL (
    SELECT f.rivals_key FROM muniment.memories f
    WHERE f.tenant_id = %(tenant_id)s AND f.match_key = a.match_key AND f.standing = 'held'
    ORDER BY f.number, f.ordinal LIMIT 1) g
LEFT JOIN muniment.versions v
    ON v.tenant_id = %(tenant_id)s AND v.rivals_key = g.rivals_key AND v.known_until IS NULL
    AND coalesce(v.valid_until, 'infinity'::timestamptz) >= coalesce(a.valid_from, statement_timestamp())
    AND v.valid_from <= coalesce(a.valid_until, 'infinity'::timestamptz)
LEFT JOIN muniment.memories m ON m.tenant_id = %(tenant_id)s AND m.unit_no = v.unit_no
ORDER BY v.number, v.ordinal;

-- name: beaters_read :many
-- For each asked match key: the group's assertions that start later than the asked period and overlap it.
SELECT g.rivals_key, b.number, b.ordinal, b.memory_id, b.gap, b.valid_from, b.valid_until,
    b.rank_from, b.rank_number, b.rank_ordinal
FROM unnest(%(match_keys)s::uuid[], %(valid_froms)s::timestamptz[], %(valid_untils)s::timestamptz[])
    AS a (match_key, valid_from, valid_until)
CROSS JOIN LATERAL (
    SELECT f.rivals_key FROM muniment.memories f
    WHERE f.tenant_id = %(tenant_id)s AND f.match_key = a.match_key AND f.standing = 'held'
    ORDER BY f.number, f.ordinal LIMIT 1) g
JOIN muniment.assertions b
    ON b.tenant_id = %(tenant_id)s AND b.rivals_key = g.rivals_key AND b.known_until IS NULL
    AND b.rank_from > coalesce(a.valid_from, statement_timestamp())
    AND b.valid_from < coalesce(a.valid_until, 'infinity'::timestamptz)
    AND coalesce(b.valid_until, 'infinity'::timestamptz) > coalesce(a.valid_from, statement_timestamp())
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

-- name: group_places :many
-- The latest unit of every memory of the group that a memory belongs to.
SELECT DISTINCT ON (m.memory_id) m.memory_id, m.unit_no, m.partition_no
FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.rivals_key IN (
    SELECT f.rivals_key FROM muniment.memories f
    WHERE f.tenant_id = %(tenant_id)s AND f.memory_id = %(memory_id)s)
ORDER BY m.memory_id, m.number DESC, m.ordinal DESC;

-- name: group_assertions :many
-- The open assertions of the group that a memory belongs to.
SELECT a.number, a.ordinal, a.memory_id, a.partition_no, a.rivals_key, a.gap, a.valid_from, a.valid_until,
    a.rank_from, a.rank_number, a.rank_ordinal, a.confidence, a.actor, a.episode_id, a.span_from, a.span_until,
    a.source
FROM muniment.assertions a
WHERE a.tenant_id = %(tenant_id)s AND a.known_until IS NULL AND a.rivals_key IN (
    SELECT m.rivals_key FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(memory_id)s)
ORDER BY a.number, a.ordinal;

-- name: group_versions :many
-- The open effective rows of the group that a memory belongs to.
SELECT v.number, v.ordinal, v.memory_id, v.unit_no, v.partition_no, v.exclusive, v.gap, v.valid_from, v.valid_until
FROM muniment.versions v
WHERE v.tenant_id = %(tenant_id)s AND v.known_until IS NULL AND v.rivals_key IN (
    SELECT m.rivals_key FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(memory_id)s)
ORDER BY v.number, v.ordinal;
