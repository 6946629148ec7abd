-- name: pairs_join_sets :one
-- Have what follows in this transaction joined set by set. The sets of the pairs are made on the way: nothing is known of
-- their sizes, and where the planner takes them for small it compares all with all.
SELECT set_config('enable_nestloop', 'off', true) AS setting;

-- name: pairs_alike :many
-- Pairs of beliefs that hold at a basis, are about the same (by entity, or by what that is an alias of) and share half
-- of their words or more. Two texts that do share one of their rarest words: only what meets there is compared, each
-- with the few that stand beside it when those that share the word are sorted by their other rare words. So the work
-- grows as the beliefs do, and not as their pairs.
WITH holding AS MATERIALIZED (
    SELECT m.unit_no, m.memory_id, m.partition_no, m.content, m.entity, m.entity_key, m.category_key, m.object,
        m.object_key, v.valid_from, v.valid_until
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    WHERE v.tenant_id = %(tenant_id)s AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
      AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)
      AND m.standing = 'held' AND m.content IS NOT NULL
), meant AS MATERIALIZED (
    SELECT h.partition_no, h.entity_key AS alias_key, min(h.object_key) AS entity_key
    FROM holding h WHERE h.category_key = 'alias_of' AND h.object_key IS NOT NULL
    GROUP BY h.partition_no, h.entity_key HAVING count(DISTINCT h.object_key) = 1
), said AS MATERIALIZED (
    SELECT h.unit_no, h.partition_no, coalesce(a.entity_key, h.entity_key, '') AS about, w.lexeme AS term
    FROM holding h
    LEFT JOIN meant a ON a.partition_no = h.partition_no AND a.alias_key = h.entity_key
    CROSS JOIN LATERAL unnest(to_tsvector((
        SELECT t.language::regconfig FROM muniment.tenants t
        WHERE t.tenant_id = %(tenant_id)s AND t.known_until IS NULL), h.content)) AS w
    WHERE h.category_key IS DISTINCT FROM 'alias_of'
      AND (%(entity_key)s::text IS NULL OR coalesce(a.entity_key, h.entity_key, '') = %(entity_key)s::text)
), rarity AS MATERIALIZED (
    SELECT s.partition_no, s.about, s.term, count(*) AS units FROM said s GROUP BY s.partition_no, s.about, s.term
), listed AS MATERIALIZED (
    SELECT s.unit_no, s.partition_no, s.about, count(*)::int AS size,
        array_agg(s.term ORDER BY r.units, s.term COLLATE "C") AS terms
    FROM said s
    JOIN rarity r ON r.partition_no = s.partition_no AND r.about = s.about AND r.term = s.term
    GROUP BY s.unit_no, s.partition_no, s.about
), rarest AS MATERIALIZED (
    SELECT l.unit_no, l.partition_no, l.about, k.term, row_number() OVER slot AS turn,
        count(*) OVER (PARTITION BY l.partition_no, l.about, k.term) AS turns
    FROM listed l CROSS JOIN LATERAL unnest(l.terms[1:l.size - (l.size + 1) / 2 + 1]) AS k (term)
    WINDOW slot AS (PARTITION BY l.partition_no, l.about, k.term ORDER BY l.terms, l.unit_no)
), beside AS MATERIALIZED (
    SELECT a.unit_no, a.partition_no, a.about, a.term, a.turn + k.step AS turn
    FROM rarest a CROSS JOIN LATERAL generate_series(1, least(%(beside)s, a.turns - a.turn)) AS k (step)
), met AS MATERIALIZED (
    SELECT DISTINCT least(a.unit_no, b.unit_no) AS first_no, greatest(a.unit_no, b.unit_no) AS second_no
    FROM beside a
    JOIN rarest b ON b.partition_no = a.partition_no AND b.about = a.about AND b.term = a.term AND b.turn = a.turn
), shared AS MATERIALIZED (
    SELECT m.first_no, m.second_no, count(*)::int AS words
    FROM met m
    JOIN said x ON x.unit_no = m.first_no
    JOIN said y ON y.unit_no = m.second_no AND y.term = x.term
    GROUP BY m.first_no, m.second_no
)
SELECT x.memory_id AS first_id, y.memory_id AS second_id, x.partition_no, x.content AS first_content,
    y.content AS second_content, x.entity AS first_entity, y.entity AS second_entity,
    x.category_key AS first_category, y.category_key AS second_category, x.object AS first_object,
    y.object AS second_object, s.words, i.size AS first_words, j.size AS second_words,
    round(-(p.embedding <#> q.embedding)::numeric, 4)::float8 AS cosine
FROM shared s
JOIN listed i ON i.unit_no = s.first_no
JOIN listed j ON j.unit_no = s.second_no
JOIN holding x ON x.unit_no = s.first_no
JOIN holding y ON y.unit_no = s.second_no
LEFT JOIN muniment.embedders e ON e.tenant_id = %(tenant_id)s AND e.known_until IS NULL
LEFT JOIN muniment.vectors p ON p.tenant_id = %(tenant_id)s AND p.embedder_no = e.embedder_no
    AND p.partition_no = x.partition_no AND p.unit_no = s.first_no AND p.known_from <= %(as_of)s
LEFT JOIN muniment.vectors q ON q.tenant_id = %(tenant_id)s AND q.embedder_no = e.embedder_no
    AND q.partition_no = y.partition_no AND q.unit_no = s.second_no AND q.known_from <= %(as_of)s
WHERE 2 * s.words >= i.size + j.size - s.words
ORDER BY s.words::float8 / (i.size + j.size - s.words) DESC, x.memory_id, y.memory_id
LIMIT %(limit)s;

-- name: pairs_rivalling :many
-- Pairs of beliefs that hold at a basis and meet in a place where one holds at a time, though each has a slot of its
-- own: the same category of one entity under two names, opposite categories of one object, two states of one entity.
WITH holding AS MATERIALIZED (
    SELECT m.unit_no, m.memory_id, m.partition_no, m.content, m.entity, m.entity_key, m.category_key, m.object,
        m.object_key, m.cardinality, m.rivals_key, v.valid_from, v.valid_until
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    WHERE v.tenant_id = %(tenant_id)s AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
      AND v.valid_from <= %(valid_at)s AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s)
      AND m.standing = 'held' AND m.content IS NOT NULL AND m.entity_key IS NOT NULL
), meant AS MATERIALIZED (
    SELECT h.partition_no, h.entity_key AS alias_key, min(h.object_key) AS entity_key
    FROM holding h WHERE h.category_key = 'alias_of' AND h.object_key IS NOT NULL
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
    WINDOW spot AS (PARTITION BY p.partition_no, p.about, g.place ORDER BY p.unit_no)
), beside AS MATERIALIZED (
    SELECT a.unit_no, a.partition_no, a.about, a.place, a.turn + k.step AS turn
    FROM meeting a CROSS JOIN LATERAL generate_series(1, least(%(beside)s, a.turns - a.turn)) AS k (step)
)
SELECT x.memory_id AS first_id, y.memory_id AS second_id, x.partition_no, x.content AS first_content,
    y.content AS second_content, x.entity AS first_entity, y.entity AS second_entity,
    x.category_key AS first_category, y.category_key AS second_category, x.object AS first_object,
    y.object AS second_object, split_part(a.place, ' ', 1) AS place
FROM beside a
JOIN meeting b ON b.partition_no = a.partition_no AND b.about = a.about AND b.place = a.place AND b.turn = a.turn
JOIN holding x ON x.unit_no = a.unit_no
JOIN holding y ON y.unit_no = b.unit_no
ORDER BY x.memory_id, y.memory_id, a.place
LIMIT %(limit)s;
