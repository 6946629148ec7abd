-- name: units_index :exec
-- Index the words of units that open (sign 1), close those of units that close (sign -1),
-- and carry the running totals of their partitions forward.
WITH head AS MATERIALIZED (
    SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s
), texts AS MATERIALIZED (
    SELECT u.unit_no, u.partition_no, u.sign, to_tsvector(%(language)s::regconfig, u.text) AS vector
    FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(signs)s::int[], %(texts)s::text[])
        AS u (unit_no, partition_no, sign, text)
), words AS MATERIALIZED (
    SELECT t.unit_no, t.partition_no, t.sign, w.lexeme, cardinality(w.positions) AS frequency
    FROM texts t CROSS JOIN LATERAL unnest(t.vector) AS w (lexeme, positions, weights)
), lengths AS MATERIALIZED (
    SELECT unit_no, sum(frequency) AS length FROM words GROUP BY unit_no
), opened AS (
    INSERT INTO muniment.postings
        (tenant_id, partition_no, term, unit_no, frequency, length, known_from, known_until)
    SELECT %(tenant_id)s, w.partition_no, w.lexeme, w.unit_no, w.frequency, l.length, head.recorded_at, NULL
    FROM words w JOIN lengths l ON l.unit_no = w.unit_no CROSS JOIN head
    WHERE w.sign = 1
), closed AS (
    UPDATE muniment.postings p SET known_until = head.recorded_at
    FROM words w CROSS JOIN head
    WHERE w.sign = -1 AND p.tenant_id = %(tenant_id)s AND p.partition_no = w.partition_no
      AND p.term = w.lexeme AND p.unit_no = w.unit_no AND p.known_until IS NULL
)
INSERT INTO muniment.word_statistics (tenant_id, partition_no, known_from, units, words)
SELECT %(tenant_id)s, t.partition_no, head.recorded_at,
    coalesce(last.units, 0) + sum(t.sign), coalesce(last.words, 0) + sum(t.sign * coalesce(l.length, 0))
FROM texts t
LEFT JOIN lengths l ON l.unit_no = t.unit_no
CROSS JOIN head
LEFT JOIN LATERAL (
    SELECT s.units, s.words FROM muniment.word_statistics s
    WHERE s.tenant_id = %(tenant_id)s AND s.partition_no = t.partition_no
    ORDER BY s.known_from DESC LIMIT 1) last ON true
GROUP BY t.partition_no, head.recorded_at, last.units, last.words;

-- name: labels_write :exec
-- Index the tags and entities of units.
INSERT INTO muniment.labels (tenant_id, partition_no, kind, label, unit_no, known_from, known_until)
SELECT %(tenant_id)s, l.partition_no, l.kind, l.label, l.unit_no, h.recorded_at, NULL
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(kinds)s::text[], %(labels)s::text[])
    AS l (unit_no, partition_no, kind, label)
CROSS JOIN (SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s) h;

-- name: vectors_write :exec
-- Store the embeddings of units, known from this transaction on.
INSERT INTO muniment.vectors (tenant_id, embedder_no, partition_no, unit_no, known_from, known_until, embedding)
SELECT %(tenant_id)s, %(embedder_no)s, v.partition_no, v.unit_no, h.recorded_at, NULL, v.embedding
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(embeddings)s::halfvec[])
    AS v (unit_no, partition_no, embedding)
CROSS JOIN (SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s) h;

-- name: backlog_write :exec
-- Note the units that have no embedding yet.
INSERT INTO muniment.backlog (tenant_id, embedder_no, partition_no, unit_no, known_from, known_until)
SELECT %(tenant_id)s, %(embedder_no)s, b.partition_no, b.unit_no, h.recorded_at, NULL
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[]) AS b (unit_no, partition_no)
CROSS JOIN (SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s) h;

-- name: units_close :exec
-- Close what is derived from units besides their words.
WITH head AS MATERIALIZED (
    SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s
), units AS MATERIALIZED (
    SELECT * FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[]) AS u (unit_no, partition_no)
), vectors AS (
    UPDATE muniment.vectors v SET known_until = head.recorded_at FROM units u CROSS JOIN head
    WHERE v.tenant_id = %(tenant_id)s AND v.embedder_no = %(embedder_no)s
      AND v.partition_no = u.partition_no AND v.unit_no = u.unit_no AND v.known_until IS NULL
), backlog AS (
    UPDATE muniment.backlog b SET known_until = head.recorded_at FROM units u CROSS JOIN head
    WHERE b.tenant_id = %(tenant_id)s AND b.embedder_no = %(embedder_no)s
      AND b.partition_no = u.partition_no AND b.unit_no = u.unit_no AND b.known_until IS NULL
)
UPDATE muniment.labels l SET known_until = head.recorded_at FROM units u CROSS JOIN head
WHERE l.tenant_id = %(tenant_id)s AND l.unit_no = u.unit_no AND l.known_until IS NULL;

-- name: backlog_heal :exec
-- Mark units of the backlog as embedded, from this transaction on.
UPDATE muniment.backlog b SET known_until = h.recorded_at
FROM unnest(%(unit_nos)s::bigint[]) AS u (unit_no)
CROSS JOIN (SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s) h
WHERE b.tenant_id = %(tenant_id)s AND b.embedder_no = %(embedder_no)s AND b.unit_no = u.unit_no
  AND b.known_until IS NULL;

-- name: backlog_fill :exec
-- Put every open unit into the backlog of a newly adopted embedder.
INSERT INTO muniment.backlog (tenant_id, embedder_no, partition_no, unit_no, known_from, known_until)
SELECT u.tenant_id, %(embedder_no)s, u.partition_no, u.unit_no, h.recorded_at, NULL
FROM (
    SELECT tenant_id, partition_no, unit_no FROM muniment.memories
    WHERE tenant_id = %(tenant_id)s AND known_until IS NULL
    UNION ALL
    SELECT tenant_id, partition_no, unit_no FROM muniment.episodes
    WHERE tenant_id = %(tenant_id)s AND known_until IS NULL) u
JOIN muniment.heads h ON h.tenant_id = u.tenant_id;

-- name: backlog_count :one
-- How many units wait for the current embedder.
SELECT count(*) AS count FROM muniment.backlog b
JOIN muniment.embedders e ON e.tenant_id = b.tenant_id AND e.embedder_no = b.embedder_no AND e.known_until IS NULL
WHERE b.tenant_id = %(tenant_id)s AND b.known_until IS NULL;

-- name: backlog_waiting :many
-- The units that have waited longest for the current embedder, with their words.
SELECT b.unit_no, b.partition_no, coalesce(m.content, t.content) AS content, m.entity, m.object,
    t.speaker, t.caption, t.unit_no IS NOT NULL AS is_episode
FROM muniment.backlog b
JOIN muniment.embedders e ON e.tenant_id = b.tenant_id AND e.embedder_no = b.embedder_no AND e.known_until IS NULL
LEFT JOIN muniment.memories m ON m.tenant_id = b.tenant_id AND m.unit_no = b.unit_no
LEFT JOIN muniment.episodes t ON t.tenant_id = b.tenant_id AND t.unit_no = b.unit_no
WHERE b.tenant_id = %(tenant_id)s AND b.known_until IS NULL AND coalesce(m.content, t.content) IS NOT NULL
ORDER BY b.unit_no LIMIT %(limit)s;

-- name: backlog_still_waiting :many
-- Which of some units still wait.
SELECT b.unit_no AS count FROM muniment.backlog b
WHERE b.tenant_id = %(tenant_id)s AND b.known_until IS NULL AND b.unit_no = ANY (%(unit_nos)s::bigint[]);
