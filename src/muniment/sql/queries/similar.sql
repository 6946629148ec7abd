-- name: pairs_join_sets :one
-- Have what follows in this transaction joined set by set. The sets of the pairs are made on the way: nothing is known of
-- their sizes, and where the planner takes them for small it compares all with all. What was walked in order before is
-- over.
SELECT set_config('enable_nestloop', 'off', true) AS setting, set_config('enable_sort', NULL, true) AS sort,
    set_config('enable_seqscan', NULL, true) AS seqscan, set_config('max_parallel_workers_per_gather', NULL, true) AS workers;

-- name: pairs_aliases :many
-- The names that stand for one other name at a basis, by partition.
SELECT m.partition_no, m.entity_key AS alias_key, min(m.object_key) AS entity_key
FROM muniment.memories m
JOIN muniment.versions v ON v.tenant_id = m.tenant_id AND v.unit_no = m.unit_no
WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.category_key = 'alias_of'
  AND m.object_key IS NOT NULL AND m.entity_key IS NOT NULL AND m.standing = 'held' AND m.content IS NOT NULL AND NOT v.gap
  AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
  AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)
GROUP BY m.partition_no, m.entity_key HAVING count(DISTINCT m.object_key) = 1
ORDER BY m.partition_no, m.entity_key;

-- name: pairs_words :many
-- The next beliefs after a unit that hold at a basis, in the order of their units, with the words of each.
SELECT b.unit_no, b.memory_id, b.partition_no, b.entity_key, tsvector_to_array(to_tsvector((
        SELECT t.language::regconfig FROM muniment.tenants t
        WHERE t.tenant_id = %(tenant_id)s AND t.known_until IS NULL), b.content)) AS words
FROM (
    SELECT m.unit_no, m.memory_id, m.partition_no, coalesce(m.entity_key, '') AS entity_key, m.content
    FROM muniment.memories m
    CROSS JOIN LATERAL (
        SELECT FROM muniment.versions v
        WHERE v.tenant_id = %(tenant_id)s AND v.unit_no = m.unit_no AND NOT v.gap
          AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
          AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s) OFFSET 0) v
    WHERE m.tenant_id = %(tenant_id)s AND m.unit_no > %(after)s::bigint AND m.partition_no = ANY (%(partition_nos)s::int[])
      AND (%(entity_keys)s::text[] IS NULL OR m.entity_key = ANY (%(entity_keys)s::text[])
           OR ('' = ANY (%(entity_keys)s::text[]) AND m.entity_key IS NULL))
      AND m.category_key IS DISTINCT FROM 'alias_of' AND m.standing = 'held' AND m.content IS NOT NULL
    ORDER BY m.unit_no LIMIT %(limit)s) b
ORDER BY b.unit_no;

-- name: pairs_read :many
-- What the beliefs of some pairs of units say, and how near their embeddings are, in the order of the pairs.
SELECT x.memory_id AS first_id, y.memory_id AS second_id, x.partition_no, x.content AS first_content,
    y.content AS second_content, x.category_key AS first_category, y.category_key AS second_category, x.object AS first_object,
    y.object AS second_object, u.words, u.first_words, u.second_words,
    round(-(p.embedding <#> q.embedding)::numeric, 4)::float8 AS cosine
FROM unnest(%(first_nos)s::bigint[], %(second_nos)s::bigint[], %(words)s::int[], %(first_words)s::int[], %(second_words)s::int[])
    WITH ORDINALITY AS u (first_no, second_no, words, first_words, second_words, turn)
JOIN muniment.memories x ON x.tenant_id = %(tenant_id)s AND x.unit_no = u.first_no
JOIN muniment.memories y ON y.tenant_id = %(tenant_id)s AND y.unit_no = u.second_no
LEFT JOIN muniment.embedders e ON e.tenant_id = %(tenant_id)s
    AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
LEFT JOIN muniment.vectors p ON p.tenant_id = %(tenant_id)s AND p.embedder_no = e.embedder_no
    AND p.partition_no = x.partition_no AND p.unit_no = u.first_no AND p.known_from <= %(as_of)s
LEFT JOIN muniment.vectors q ON q.tenant_id = %(tenant_id)s AND q.embedder_no = e.embedder_no
    AND q.partition_no = y.partition_no AND q.unit_no = u.second_no AND q.known_from <= %(as_of)s
ORDER BY u.turn;

-- name: pairs_rivalling :many
-- Pairs of beliefs that hold at a basis and meet in a place where one holds at a time, though each has a slot of its
-- own: the same category of one entity under two names, opposite categories of one object, two states of one entity. And
-- what was put in as contested, as the second, beside each that is held where one holds at a time.
WITH holding AS MATERIALIZED (
    SELECT m.unit_no, m.memory_id, m.partition_no, m.content, m.entity_key, m.category_key, m.object,
        m.object_key, m.cardinality, m.standing
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    WHERE {v_holds}
      AND m.standing IN ('held', 'contested') AND m.content IS NOT NULL AND m.entity_key IS NOT NULL
      AND (%(entity_keys)s::text[] IS NULL
           OR m.entity_key = ANY (%(entity_keys)s::text[]) OR m.category_key = 'alias_of')
      AND (%(entity_keys)s::text[] IS NULL OR v.unit_no = ANY (ARRAY (
            SELECT o.unit_no FROM muniment.memories o
            WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partition_nos)s::int[])
              AND (o.entity_key = ANY (%(entity_keys)s::text[]) OR o.category_key = 'alias_of'))))
), meant AS MATERIALIZED (
    SELECT h.partition_no, h.entity_key AS alias_key, min(h.object_key) AS entity_key
    FROM holding h WHERE h.standing = 'held' AND h.category_key = 'alias_of' AND h.object_key IS NOT NULL
    GROUP BY h.partition_no, h.entity_key HAVING count(DISTINCT h.object_key) = 1
), placed AS (
    SELECT h.*, coalesce(a.entity_key, h.entity_key) AS about
    FROM holding h
    LEFT JOIN meant a ON a.partition_no = h.partition_no AND a.alias_key = h.entity_key
    WHERE h.category_key IS DISTINCT FROM 'alias_of'
      AND (%(entity_key)s::text IS NULL OR coalesce(a.entity_key, h.entity_key) = %(entity_key)s::text)
), meeting AS MATERIALIZED (
    SELECT p.unit_no, p.partition_no, p.about, g.place, row_number() OVER spot AS turn,
        count(*) OVER (PARTITION BY p.partition_no, p.about, g.place) AS turns
    FROM placed p
    CROSS JOIN LATERAL (
        SELECT 'one ' || p.category_key WHERE p.cardinality = 'one'
        UNION ALL SELECT 'opposite ' || p.object_key WHERE p.category_key = ANY (%(opposites)s::text[]) AND p.object_key IS NOT NULL
        UNION ALL SELECT 'state ' || p.category_key WHERE p.category_key = ANY (%(states)s::text[]) AND p.cardinality = 'many'
    ) AS g (place)
    WHERE p.standing = 'held'
    WINDOW spot AS (PARTITION BY p.partition_no, p.about, g.place ORDER BY p.unit_no)
), beside AS MATERIALIZED (
    SELECT a.unit_no, a.partition_no, a.about, a.place, a.turn + k.step AS turn
    FROM meeting a CROSS JOIN LATERAL generate_series(1, least(%(beside)s, a.turns - a.turn)) AS k (step)
), met AS (
    SELECT a.unit_no AS first_no, b.unit_no AS second_no, split_part(a.place, ' ', 1) AS place, a.place AS spot
    FROM beside a
    JOIN meeting b ON b.partition_no = a.partition_no AND b.about = a.about AND b.place = a.place AND b.turn = a.turn
    UNION ALL
    SELECT a.unit_no, p.unit_no, 'contested', a.place
    FROM placed p
    JOIN meeting a ON a.partition_no = p.partition_no AND a.about = p.about AND a.place = 'one ' || p.category_key
    WHERE p.standing = 'contested'
)
SELECT x.memory_id AS first_id, y.memory_id AS second_id, x.partition_no, x.content AS first_content,
    y.content AS second_content, x.category_key AS first_category, y.category_key AS second_category, x.object AS first_object,
    y.object AS second_object, a.place
FROM met a
JOIN holding x ON x.unit_no = a.first_no
JOIN holding y ON y.unit_no = a.second_no
ORDER BY x.memory_id, y.memory_id, a.spot, a.place
LIMIT %(limit)s;
