-- name: recall_terms :many
-- The words of a question, as the tenant's language stems them.
SELECT lexeme AS term FROM unnest(to_tsvector(%(language)s::regconfig, %(query)s)) ORDER BY lexeme;

-- name: recall_names :many
-- Which of some names are tags, entities or speakers in what the reader reads.
SELECT k.kind, n.name FROM unnest(%(names)s::text[]) AS n (name)
CROSS JOIN (VALUES ('tag'), ('entity'), ('speaker')) AS k (kind)
WHERE EXISTS (
    SELECT FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.kind = k.kind AND l.label = n.name
      AND l.partition_no = ANY (ARRAY(
        SELECT p.partition_no FROM muniment.partitions p
        WHERE p.tenant_id = %(tenant_id)s
          AND p.owner_id IN (%(user_id)s, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          AND (p.namespace = %(namespace)s OR (p.visibility = 'public' AND p.owner_id = %(user_id)s))
          AND (p.container_id IS NULL OR p.container_id = ANY (%(container_ids)s::uuid[])))))
ORDER BY k.kind, n.name;

-- name: recall_open :one
-- A fresh id for a recall, and the embedder whose vectors are compared.
SELECT muniment.new_id() AS recall_id, e.embedder_no, e.name, e.digest
FROM (SELECT 1) AS always
LEFT JOIN muniment.embedders e ON e.tenant_id = %(tenant_id)s AND e.known_until IS NULL;

-- name: recall_waiting :one
-- How many of what the reader reads had no embedding yet at a basis.
SELECT count(*) AS count FROM muniment.backlog b
WHERE b.tenant_id = %(tenant_id)s AND b.embedder_no = %(embedder_no)s
  AND b.partition_no = ANY (%(partitions)s::int[])
  AND b.known_from <= %(known)s AND (b.known_until IS NULL OR b.known_until > %(known)s);

-- name: recall_pairs :many
-- For turns: the beliefs that rest on them, what holds in each one's place at the basis, and whether the belief
-- was forgotten.
SELECT a.episode_id, a.memory_id, h.memory_id AS holder_id, a.span_from, a.span_until,
    a.gap AND NOT EXISTS (
        SELECT FROM muniment.memories m
        WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = a.memory_id
          AND m.known_from <= %(known)s AND (m.known_until IS NULL OR m.known_until > %(known)s)) AS forgotten
FROM muniment.assertions a
LEFT JOIN muniment.versions h ON h.tenant_id = %(tenant_id)s AND h.rivals_key = a.rivals_key AND NOT h.gap
    AND h.known_from <= %(known)s AND (h.known_until IS NULL OR h.known_until > %(known)s)
    AND h.valid_from <= %(valid_last)s AND (h.valid_until IS NULL OR h.valid_until > %(valid_first)s)
WHERE a.tenant_id = %(tenant_id)s AND a.episode_id = ANY (%(episode_ids)s::uuid[])
  AND a.known_from <= %(known)s AND (a.known_until IS NULL OR a.known_until > %(known)s)
ORDER BY a.number, a.ordinal, h.number, h.ordinal;

-- name: recall_memories :many
-- Memories by unit, as they stand at a basis.
SELECT m.unit_no, m.memory_id, m.content, m.entity, m.category, m.object, m.tags, m.metadata, m.confidence, m.standing,
    m.agent, p.scope, p.namespace, p.visibility, v.valid_from, v.valid_until, v.known_from,
    CASE WHEN v.known_until <= %(known)s THEN v.known_until END AS known_until
FROM muniment.memories m
JOIN muniment.partitions p ON p.tenant_id = m.tenant_id AND p.partition_no = m.partition_no
JOIN LATERAL (
    SELECT y.valid_from, y.valid_until, y.known_from, y.known_until FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = m.unit_no AND NOT y.gap
      AND y.known_from <= %(known)s AND (y.known_until IS NULL OR y.known_until > %(known)s)
      AND y.valid_from <= %(valid_last)s AND (y.valid_until IS NULL OR y.valid_until > %(valid_first)s)
    ORDER BY y.valid_from DESC, y.number DESC, y.ordinal DESC LIMIT 1) v ON true
WHERE m.tenant_id = %(tenant_id)s AND m.unit_no = ANY (%(unit_nos)s::bigint[])
ORDER BY m.unit_no;

-- name: recall_episodes :many
-- Turns by unit, with the name of their session.
SELECT e.unit_no, e.episode_id, e.content, e.speaker, e.caption, e.occurred_at, c.name AS session, e.position,
    e.source_id, e.metadata, p.namespace, e.known_from
FROM muniment.episodes e
JOIN muniment.partitions p ON p.tenant_id = e.tenant_id AND p.partition_no = e.partition_no
LEFT JOIN LATERAL (
    SELECT n.name FROM muniment.containers n
    WHERE n.tenant_id = %(tenant_id)s AND n.container_id = e.session_id
    ORDER BY n.number, n.ordinal LIMIT 1) c ON true
WHERE e.tenant_id = %(tenant_id)s AND e.unit_no = ANY (%(unit_nos)s::bigint[])
ORDER BY e.unit_no;

-- name: trace_soon :exec
-- Let a trace be durable a moment later: no answer waits for the disk because of it.
SET LOCAL synchronous_commit = off;

-- name: recall_trace :exec
-- Keep what a recall said about itself.
INSERT INTO muniment.recalls (tenant_id, recall_id, owner_id, number, digest, request, receipt)
VALUES (%(tenant_id)s, %(recall_id)s, %(owner_id)s, %(number)s, %(digest)s, %(request)s, %(receipt)s);

-- name: recall_traced :one
-- A traced recall.
SELECT receipt FROM muniment.recalls WHERE tenant_id = %(tenant_id)s AND recall_id = %(recall_id)s;

-- name: recall_lanes :many
-- Every lane at one basis: the units nearest to the question's vector, those that hold its words, its tags
-- and its entities (and what is linked to them), and the turns beside them; each with all its lane scores.
-- A lane is cut to its widest before it is asked whether its units hold; `asked` and `wide` say whether that
-- could have cut off a unit that holds, so that the caller asks again for more.
WITH reach AS MATERIALIZED (
    SELECT coalesce(sum(s.units), 0)::float8 AS units,
        greatest(coalesce(sum(s.words), 0), 1)::float8 / greatest(coalesce(sum(s.units), 0), 1) AS length
    FROM unnest(%(partitions)s::int[]) AS p (partition_no)
    CROSS JOIN LATERAL (
        SELECT t.units, t.words FROM muniment.word_statistics t
        WHERE t.tenant_id = %(tenant_id)s AND t.partition_no = p.partition_no AND t.known_from <= %(known)s
        ORDER BY t.known_from DESC LIMIT 1) s
), near AS MATERIALIZED (
    SELECT v.unit_no, v.embedding <#> %(vector)s::halfvec AS distance FROM muniment.vectors v
    WHERE v.tenant_id = %(tenant_id)s AND v.embedder_no = %(embedder_no)s
      AND v.partition_no = ANY (%(partitions)s::int[])
      AND v.known_from <= %(known)s AND (v.known_until IS NULL OR v.known_until > %(known)s)
      AND %(vector)s::halfvec IS NOT NULL
    ORDER BY distance, v.unit_no LIMIT %(wide)s
), matches AS MATERIALIZED (
    SELECT q.place, p.unit_no, p.frequency::float8 AS frequency, p.length::float8 AS length
    FROM unnest(%(terms)s::text[]) WITH ORDINALITY AS q (term, place)
    CROSS JOIN LATERAL (
        SELECT o.unit_no, o.frequency, o.length FROM muniment.postings o
        WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partitions)s::int[]) AND o.term = q.term
          AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s)) p
), rarity AS MATERIALIZED (
    SELECT array_agg(d.units ORDER BY q.place) AS unit_counts,
        array_agg(2.2e6 * ln(1 + (r.units - d.units + 0.5) / (d.units + 0.5)) ORDER BY q.place) AS idf
    FROM generate_series(1, cardinality(%(terms)s::text[])) AS q (place)
    CROSS JOIN reach r
    CROSS JOIN LATERAL (SELECT count(*)::int AS units FROM matches m WHERE m.place = q.place) d
), worded AS MATERIALIZED (
    SELECT m.unit_no, sum(((SELECT idf FROM rarity)[m.place] * m.frequency
        / (m.frequency + 0.3 + m.length * (SELECT 0.9 / a.length FROM reach a)))::int) AS score
    FROM matches m GROUP BY m.unit_no
), best_worded AS MATERIALIZED (
    SELECT w.unit_no FROM worded w ORDER BY w.score DESC, w.unit_no LIMIT %(wide)s
), tagged AS MATERIALIZED (
    SELECT l.unit_no, count(*)::int AS tags FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[]) AND l.kind = 'tag'
      AND l.label = ANY (%(tags)s::text[])
      AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
    GROUP BY l.unit_no ORDER BY count(*) DESC, l.unit_no LIMIT %(wide)s
), hop0 AS MATERIALIZED (
    SELECT DISTINCT l.unit_no FROM muniment.labels l
    JOIN muniment.memories m ON m.tenant_id = l.tenant_id AND m.unit_no = l.unit_no
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[]) AND l.kind = 'entity'
      AND l.label = ANY (%(names)s::text[])
      AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
    ORDER BY l.unit_no DESC LIMIT %(wide)s
), names1 AS MATERIALIZED (
    SELECT DISTINCT l.label FROM hop0 h
    JOIN muniment.labels l ON l.tenant_id = %(tenant_id)s AND l.unit_no = h.unit_no AND l.kind = 'entity'
    WHERE l.label <> ALL (%(names)s::text[])
), hop1 AS MATERIALIZED (
    SELECT DISTINCT l.unit_no FROM names1 n
    JOIN muniment.labels l ON l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[])
      AND l.kind = 'entity' AND l.label = n.label
    JOIN muniment.memories m ON m.tenant_id = l.tenant_id AND m.unit_no = l.unit_no
    WHERE l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
    ORDER BY l.unit_no DESC LIMIT %(wide)s
), names2 AS MATERIALIZED (
    SELECT DISTINCT l.label FROM hop1 h
    JOIN muniment.labels l ON l.tenant_id = %(tenant_id)s AND l.unit_no = h.unit_no AND l.kind = 'entity'
    WHERE l.label <> ALL (%(names)s::text[]) AND l.label NOT IN (SELECT n.label FROM names1 n)
), hop2 AS MATERIALIZED (
    SELECT DISTINCT l.unit_no FROM names2 n
    JOIN muniment.labels l ON l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[])
      AND l.kind = 'entity' AND l.label = n.label
    JOIN muniment.memories m ON m.tenant_id = l.tenant_id AND m.unit_no = l.unit_no
    WHERE l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
    ORDER BY l.unit_no DESC LIMIT %(wide)s
), found AS MATERIALIZED (
    SELECT unit_no, bool_or(lane = 'vector') AS by_vector, bool_or(lane = 'words') AS by_words,
        bool_or(lane = 'tags') AS by_tags, min(hops) AS hops
    FROM (
        SELECT unit_no, 'vector' AS lane, NULL::int AS hops FROM near
        UNION ALL SELECT unit_no, 'words', NULL FROM best_worded
        UNION ALL SELECT unit_no, 'tags', NULL FROM tagged
        UNION ALL SELECT unit_no, 'graph', 0 FROM hop0
        UNION ALL SELECT unit_no, 'graph', 1 FROM hop1
        UNION ALL SELECT unit_no, 'graph', 2 FROM hop2) lanes
    GROUP BY unit_no
), alive AS MATERIALIZED (
    SELECT f.unit_no, f.by_vector, f.by_words, f.by_tags, f.hops, false AS is_episode
    FROM found f
    WHERE EXISTS (
        SELECT FROM muniment.versions y
        WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = f.unit_no AND NOT y.gap
          AND y.known_from <= %(known)s AND (y.known_until IS NULL OR y.known_until > %(known)s)
          AND y.valid_from <= %(valid_last)s AND (y.valid_until IS NULL OR y.valid_until > %(valid_first)s))
    UNION ALL
    SELECT f.unit_no, f.by_vector, f.by_words, f.by_tags, f.hops, true
    FROM found f
    JOIN muniment.episodes e ON e.tenant_id = %(tenant_id)s AND e.unit_no = f.unit_no
    WHERE e.known_from <= %(known)s AND (e.known_until IS NULL OR e.known_until > %(known)s)
      AND e.occurred_at <= %(valid_last)s AND (NOT %(in_window)s OR e.occurred_at >= %(valid_first)s)
), kept AS MATERIALIZED (
    SELECT r.unit_no, r.is_episode, r.hops, r.vector_rank <= %(candidates)s AS by_vector,
        r.words_rank <= %(candidates)s AS by_words, r.tags_rank <= %(candidates)s AS by_tags,
        r.graph_rank <= %(candidates)s AS by_graph, r.score, r.tags
    FROM (
        SELECT a.*, w.score, t.tags,
            CASE WHEN a.by_vector THEN row_number() OVER (PARTITION BY a.by_vector ORDER BY n.distance, a.unit_no) END AS vector_rank,
            CASE WHEN a.by_words THEN row_number() OVER (PARTITION BY a.by_words ORDER BY w.score DESC, a.unit_no) END AS words_rank,
            CASE WHEN a.by_tags THEN row_number() OVER (PARTITION BY a.by_tags ORDER BY t.tags DESC, a.unit_no) END AS tags_rank,
            CASE WHEN a.hops IS NOT NULL
                THEN row_number() OVER (PARTITION BY a.hops IS NULL ORDER BY a.hops, a.unit_no DESC) END AS graph_rank
        FROM alive a
        LEFT JOIN near n ON n.unit_no = a.unit_no
        LEFT JOIN worded w ON w.unit_no = a.unit_no
        LEFT JOIN tagged t ON t.unit_no = a.unit_no) r
    WHERE least(r.vector_rank, r.words_rank, r.tags_rank, r.graph_rank) <= %(candidates)s
), beside AS MATERIALIZED (
    SELECT DISTINCT e.unit_no FROM kept k
    JOIN muniment.episodes t ON t.tenant_id = %(tenant_id)s AND t.unit_no = k.unit_no
    JOIN muniment.episodes e ON e.tenant_id = %(tenant_id)s AND e.session_id = t.session_id
        AND e.partition_no = t.partition_no AND e.position BETWEEN t.position - %(beside)s AND t.position + %(beside)s
        AND e.known_from <= %(known)s AND (e.known_until IS NULL OR e.known_until > %(known)s)
        AND e.occurred_at <= %(valid_last)s AND (NOT %(in_window)s OR e.occurred_at >= %(valid_first)s)
    WHERE k.is_episode AND e.unit_no NOT IN (SELECT o.unit_no FROM kept o)
), touched AS MATERIALIZED (
    SELECT k.unit_no, k.is_episode, k.hops, k.by_vector, k.by_words, k.by_tags, k.by_graph, k.tags, false AS is_beside FROM kept k
    UNION ALL
    SELECT b.unit_no, true, NULL, false, false, false, false, NULL, true FROM beside b
), said AS MATERIALIZED (
    SELECT c.*, m.memory_id AS id, m.partition_no, v.valid_from, v.valid_until, m.entity AS name, m.object AS other_name,
        false AS asks, NULL::uuid AS session_id, NULL::int AS position, m.confidence, length(m.content) AS characters
    FROM touched c
    JOIN muniment.memories m ON m.tenant_id = %(tenant_id)s AND m.unit_no = c.unit_no
    JOIN LATERAL (
        SELECT y.valid_from, y.valid_until FROM muniment.versions y
        WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = c.unit_no AND NOT y.gap
          AND y.known_from <= %(known)s AND (y.known_until IS NULL OR y.known_until > %(known)s)
          AND y.valid_from <= %(valid_last)s AND (y.valid_until IS NULL OR y.valid_until > %(valid_first)s)
        ORDER BY y.valid_from DESC, y.number DESC, y.ordinal DESC LIMIT 1) v ON true
    WHERE NOT c.is_episode AND m.standing <> 'quarantined'
    UNION ALL
    SELECT c.*, e.episode_id, e.partition_no, e.occurred_at, NULL, e.speaker, NULL, right(rtrim(e.content), 1) = '?',
        e.session_id, e.position, 1.0, length(e.content)
    FROM touched c
    JOIN muniment.episodes e ON e.tenant_id = %(tenant_id)s AND e.unit_no = c.unit_no
    WHERE c.is_episode
), counted AS MATERIALIZED (
    SELECT m.unit_no, array_agg(m.place::int ORDER BY m.place) AS places,
        array_agg(m.frequency::int ORDER BY m.place) AS frequencies
    FROM matches m WHERE m.unit_no IN (SELECT c.unit_no FROM touched c) GROUP BY m.unit_no
), summary AS MATERIALIZED (
    SELECT r.units::bigint AS units, r.length AS length_mean, (SELECT count(*) FROM near)::int AS near_found,
        (SELECT count(*) FROM best_worded)::int AS words_found, (SELECT count(*) FROM tagged)::int AS tags_found,
        greatest((SELECT count(*) FROM hop0), (SELECT count(*) FROM hop1), (SELECT count(*) FROM hop2))::int AS graph_found,
        coalesce(y.unit_counts, '{}') AS unit_counts
    FROM reach r CROSS JOIN rarity y
)
SELECT z.units, z.length_mean, z.near_found, z.words_found, z.tags_found, z.graph_found, z.unit_counts,
    s.unit_no, s.id, s.is_episode, s.is_beside, s.by_vector, s.by_words, s.by_tags, s.by_graph, s.hops,
    s.valid_from, s.valid_until, s.name, s.other_name, s.asks, s.session_id, s.position, s.confidence, s.characters,
    s.tags, c.places, c.frequencies, l.length, -(x.embedding <#> %(vector)s::halfvec) AS cosine,
    CASE WHEN s.is_beside THEN NULL ELSE x.embedding END AS embedding
FROM summary z
LEFT JOIN said s ON true
LEFT JOIN counted c ON c.unit_no = s.unit_no
LEFT JOIN muniment.postings l ON l.tenant_id = %(tenant_id)s AND l.partition_no = s.partition_no AND l.term = ''
    AND l.unit_no = s.unit_no
LEFT JOIN muniment.vectors x ON x.tenant_id = %(tenant_id)s AND x.embedder_no = %(embedder_no)s
    AND x.partition_no = s.partition_no AND x.unit_no = s.unit_no AND x.known_from <= %(known)s
ORDER BY s.unit_no;
