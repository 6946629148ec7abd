-- name: names_spelled :many
-- How some names are written most often among what was known at a transaction. OFFSET 0 keeps each step a look-up.
SELECT k.name_key, s.name
FROM unnest(%(name_keys)s::text[]) AS k (name_key)
CROSS JOIN LATERAL (
    SELECT n.name FROM (
        SELECT l.unit_no FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
          AND l.label = k.name_key AND l.known_from <= %(as_of)s AND (l.known_until IS NULL OR l.known_until > %(as_of)s)
        ORDER BY l.unit_no LIMIT 1000 OFFSET 0) u
    CROSS JOIN LATERAL (
        SELECT CASE WHEN o.entity_key = k.name_key THEN o.entity ELSE o.object END AS name FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no OFFSET 0) n
    WHERE n.name IS NOT NULL
    GROUP BY n.name ORDER BY count(*) DESC, n.name COLLATE "C" LIMIT 1) s
ORDER BY k.name_key;

-- name: names_near :many
-- The entities known at a transaction whose names begin as a name does or are about as long, the often named first. Names
-- are counted in the order of the index, partition by partition, and looked at once each.
SELECT s.label AS name_key
FROM unnest(%(partition_nos)s::int[]) AS p (partition_no)
CROSS JOIN LATERAL (
    SELECT l.label, count(*) AS times FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = p.partition_no AND l.kind = 'entity'
      AND l.known_from <= %(as_of)s AND (l.known_until IS NULL OR l.known_until > %(as_of)s)
    GROUP BY l.label OFFSET 0) s
WHERE left(s.label, 1) = ANY (%(letters)s::text[]) OR length(s.label) BETWEEN %(shortest)s AND %(longest)s
GROUP BY s.label ORDER BY sum(s.times) DESC, s.label LIMIT %(names_max)s;

-- name: names_of_units :many
-- The entities that some units name, as known at a transaction.
SELECT DISTINCT l.label AS name_key
FROM unnest(%(unit_nos)s::bigint[]) AS u (unit_no)
CROSS JOIN LATERAL (
    SELECT o.label FROM muniment.labels o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.kind = 'entity'
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s) OFFSET 0) l
ORDER BY l.label;

-- name: aliases_read :many
-- The beliefs that a name is another one's alias, of some names in either place, as they hold at a basis.
SELECT m.memory_id, m.entity_key AS alias_key, m.object_key AS entity_key
FROM unnest(%(name_keys)s::text[]) AS k (name_key)
CROSS JOIN LATERAL (
    SELECT l.unit_no FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
      AND l.label = k.name_key AND l.known_from <= %(as_of)s AND (l.known_until IS NULL OR l.known_until > %(as_of)s)
    OFFSET 0) u
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.entity_key, o.object_key FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.category_key = 'alias_of' AND o.standing = 'held'
      AND o.object_key IS NOT NULL OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT v.unit_no FROM muniment.versions v
    WHERE v.tenant_id = %(tenant_id)s AND v.unit_no = u.unit_no AND NOT v.gap
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
      AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)
    OFFSET 0) h
GROUP BY m.memory_id, m.entity_key, m.object_key
ORDER BY m.memory_id;

-- name: entities_list :many
-- The entities of what holds at a basis: as written most often, in how many beliefs as subject and as object, and
-- their aliases, which are not counted; the often named first. How their names begin leads to what names them.
WITH holding AS MATERIALIZED (
    SELECT m.entity, m.entity_key, m.object, m.object_key, m.category_key IS NOT DISTINCT FROM 'alias_of' AS is_alias,
        count(*) AS times
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    WHERE {v_holds}
      AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.standing <> 'quarantined'
      AND m.entity_key IS NOT NULL
      AND (%(starts_with)s::text IS NULL OR m.unit_no = ANY (ARRAY (
            SELECT l.unit_no FROM muniment.labels l
            WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
              AND l.label ^@ %(starts_with)s::text)))
    GROUP BY m.entity, m.entity_key, m.object, m.object_key, m.category_key IS NOT DISTINCT FROM 'alias_of'
), named AS (
    SELECT h.entity_key AS name_key, h.entity AS name, h.times, h.times AS as_subject, 0 AS as_object
    FROM holding h WHERE NOT h.is_alias
    UNION ALL
    SELECT h.object_key, h.object, h.times, 0, CASE WHEN h.is_alias THEN 0 ELSE h.times END
    FROM holding h WHERE h.object_key IS NOT NULL
), spelled AS (
    SELECT n.name_key, n.name, sum(n.times) AS times, sum(n.as_subject)::int AS as_subject, sum(n.as_object)::int AS as_object
    FROM named n
    WHERE %(starts_with)s::text IS NULL OR left(n.name_key, length(%(starts_with)s::text)) = %(starts_with)s::text
    GROUP BY n.name_key, n.name
), counted AS (
    SELECT s.name_key, (array_agg(s.name ORDER BY s.times DESC, s.name COLLATE "C"))[1] AS name,
        sum(s.as_subject)::int AS as_subject, sum(s.as_object)::int AS as_object
    FROM spelled s
    GROUP BY s.name_key
), aliased AS MATERIALIZED (
    SELECT h.object_key, array_agg(DISTINCT h.entity ORDER BY h.entity) AS aliases
    FROM holding h WHERE h.is_alias GROUP BY h.object_key
)
SELECT c.name_key, c.name, c.as_subject, c.as_object, coalesce(a.aliases, '{}') AS aliases
FROM counted c
LEFT JOIN aliased a ON a.object_key = c.name_key
WHERE %(after_key)s::text IS NULL OR c.as_subject + c.as_object < %(after_count)s::bigint
   OR (c.as_subject + c.as_object = %(after_count)s::bigint AND c.name_key > %(after_key)s::text COLLATE "C")
ORDER BY c.as_subject + c.as_object DESC, c.name_key COLLATE "C"
LIMIT %(limit)s;

-- name: graph_around :many
-- The facts at a basis that some entities are the subject or the object of, the latest to become valid first.
SELECT m.memory_id, m.entity AS subject, m.entity_key AS subject_key, m.category AS predicate, m.object,
    m.object_key, v.valid_from, v.valid_until, m.confidence
FROM (
    SELECT DISTINCT u.unit_no FROM unnest(%(name_keys)s::text[]) AS k (name_key)
    CROSS JOIN LATERAL (
        SELECT l.unit_no FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
          AND l.label = k.name_key
          AND l.known_from <= %(as_of)s AND (l.known_until IS NULL OR l.known_until > %(as_of)s) OFFSET 0) u) n
CROSS JOIN LATERAL (
    SELECT o.* FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = n.unit_no AND o.object_key IS NOT NULL AND o.content IS NOT NULL
      AND o.standing <> 'quarantined' OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT o.valid_from, o.valid_until FROM muniment.versions o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = n.unit_no AND NOT o.gap
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
      AND o.valid_from <= %(valid_last)s AND (o.valid_until IS NULL OR o.valid_until > %(valid_first)s)
    ORDER BY o.valid_from DESC, o.number DESC, o.ordinal DESC LIMIT 1) v
ORDER BY v.valid_from DESC, m.memory_id LIMIT %(limit)s;

-- name: graph_whole :many
-- Which entities the facts at a basis connect, the latest to become valid first.
SELECT m.entity AS subject, m.entity_key AS subject_key, m.object, m.object_key
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
WHERE {v_holds}
  AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.object_key IS NOT NULL
  AND m.content IS NOT NULL AND m.standing <> 'quarantined'
ORDER BY v.valid_from DESC, v.memory_id LIMIT %(limit)s;
