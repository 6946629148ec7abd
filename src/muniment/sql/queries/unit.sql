-- name: units_open :exec
-- Derive what searching needs of units that open: their words (the empty term holds the length of a unit), their
-- labels, where the rivals of new match keys are (a key that is known keeps its group), and embeddings, also of units
-- that waited for one. The running totals of every partition go on from the last: with the units that open, without
-- those that close. One statement, because an add waits for it; words come in the order of their key, so that those of a
-- batch meet each page of the index once.
WITH units AS MATERIALIZED (
    SELECT u.unit_no, u.partition_no, v.vector, (
        SELECT coalesce(sum(cardinality(x.positions)), 0)
        FROM unnest(v.vector) AS x (lexeme, positions, weights)) AS length
    FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(texts)s::text[]) AS u (unit_no, partition_no, text)
    CROSS JOIN LATERAL (SELECT to_tsvector(%(language)s::regconfig, u.text) AS vector OFFSET 0) v
), words AS (
    INSERT INTO muniment.postings
        (tenant_id, partition_no, term, unit_no, frequency, length, known_from, known_until)
    SELECT %(tenant_id)s, u.partition_no, w.lexeme, u.unit_no, w.frequency, u.length, %(recorded_at)s, NULL
    FROM units u
    CROSS JOIN LATERAL (
        SELECT x.lexeme, cardinality(x.positions) AS frequency FROM unnest(u.vector) AS x (lexeme, positions, weights)
        UNION ALL SELECT '', 0) w
    ORDER BY u.partition_no, w.lexeme COLLATE "C", u.unit_no
), totals AS (
    INSERT INTO muniment.word_statistics (tenant_id, partition_no, known_from, units, words)
    SELECT %(tenant_id)s, t.partition_no, %(recorded_at)s, coalesce(last.units, 0) + t.units, coalesce(last.words, 0) + t.words
    FROM (
        SELECT e.partition_no, sum(e.units) AS units, sum(e.words) AS words
        FROM (
            SELECT u.partition_no, 1 AS units, u.length AS words FROM units u
            UNION ALL
            SELECT c.partition_no, -1, -p.length
            FROM unnest(%(closed_nos)s::bigint[], %(closed_partitions)s::int[]) AS c (unit_no, partition_no)
            CROSS JOIN LATERAL (
                SELECT o.length FROM muniment.postings o
                WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = c.partition_no AND o.term = ''
                  AND o.unit_no = c.unit_no OFFSET 0) p) e
        GROUP BY e.partition_no) t
    LEFT JOIN LATERAL (
        SELECT s.units, s.words FROM muniment.word_statistics s
        WHERE s.tenant_id = %(tenant_id)s AND s.partition_no = t.partition_no
        ORDER BY s.known_from DESC LIMIT 1) last ON true
), labels AS (
    INSERT INTO muniment.labels (tenant_id, partition_no, kind, label, unit_no, known_from, known_until)
    SELECT %(tenant_id)s, l.partition_no, l.kind, l.label, l.unit_no, %(recorded_at)s, NULL
    FROM unnest(%(label_units)s::bigint[], %(label_partitions)s::int[], %(kinds)s::text[], %(labels)s::text[])
        AS l (unit_no, partition_no, kind, label)
), groups AS (
    INSERT INTO muniment.rival_groups (tenant_id, match_key, partition_no, rivals_key)
    SELECT %(tenant_id)s, g.match_key, g.partition_no, g.rivals_key
    FROM unnest(%(match_keys)s::uuid[], %(match_partitions)s::int[], %(rivals_keys)s::uuid[])
        AS g (match_key, partition_no, rivals_key)
    ON CONFLICT (tenant_id, match_key) DO NOTHING
)
INSERT INTO muniment.vectors (tenant_id, embedder_no, partition_no, unit_no, known_from, known_until, embedding)
SELECT %(tenant_id)s, %(embedder_no)s, v.partition_no, v.unit_no, %(recorded_at)s, NULL, v.embedding
FROM unnest(%(vector_units)s::bigint[], %(vector_partitions)s::int[], %(embeddings)b::halfvec[])
    AS v (unit_no, partition_no, embedding);

-- name: words_close :exec
-- Close the postings of units that close; their keys are made from their words again.
UPDATE muniment.postings p SET known_until = %(recorded_at)s
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(texts)s::text[]) AS u (unit_no, partition_no, text)
CROSS JOIN LATERAL (
    SELECT x.lexeme FROM unnest(to_tsvector(%(language)s::regconfig, u.text)) AS x (lexeme, positions, weights)
    UNION ALL SELECT '') w
WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = u.partition_no AND p.term = w.lexeme
  AND p.unit_no = u.unit_no AND p.known_until IS NULL;

-- name: backlog_write :exec
-- Note the units that have no embedding yet.
INSERT INTO muniment.backlog (tenant_id, embedder_no, partition_no, unit_no, known_from, known_until)
SELECT %(tenant_id)s, %(embedder_no)s, b.partition_no, b.unit_no, %(recorded_at)s, NULL
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[]) AS b (unit_no, partition_no);

-- name: units_close :exec
-- Close what is derived from units besides their words.
WITH units AS MATERIALIZED (
    SELECT * FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[]) AS u (unit_no, partition_no)
), vectors AS (
    UPDATE muniment.vectors v SET known_until = %(recorded_at)s FROM units u
    WHERE v.tenant_id = %(tenant_id)s AND v.embedder_no = %(embedder_no)s
      AND v.partition_no = u.partition_no AND v.unit_no = u.unit_no AND v.known_until IS NULL
), backlog AS (
    UPDATE muniment.backlog b SET known_until = %(recorded_at)s FROM units u
    WHERE b.tenant_id = %(tenant_id)s AND b.embedder_no = %(embedder_no)s
      AND b.partition_no = u.partition_no AND b.unit_no = u.unit_no AND b.known_until IS NULL
)
UPDATE muniment.labels l SET known_until = %(recorded_at)s FROM units u
WHERE l.tenant_id = %(tenant_id)s AND l.unit_no = u.unit_no AND l.known_until IS NULL;

-- name: backlog_heal :exec
-- Mark units of the backlog as embedded, from this transaction on.
UPDATE muniment.backlog b SET known_until = %(recorded_at)s
FROM unnest(%(unit_nos)s::bigint[]) AS u (unit_no)
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

-- name: backlog_tasks_end :exec
-- End the tasks that wait to embed a backlog in which nothing waits any more, or were parked with it: those of a key, or
-- all that the principal sees. What somebody asked for by itself stays. A worker that just took one finds nothing to begin.
WITH ended AS (
    UPDATE muniment.tasks
    SET state = 'done', ended_at = clock_timestamp(), key = NULL
    WHERE tenant_id = %(tenant_id)s AND kind = %(kind)s AND NOT key_lasts AND state IN ('waiting', 'parked')
      AND (%(key)s::text IS NULL OR key = %(key)s)
    RETURNING job_no)
DELETE FROM muniment_queue.pgqueuer q USING ended e WHERE q.id = e.job_no;

-- name: backlog_waiting :many
-- The units that have waited longest for the current embedder, with their words.
SELECT b.unit_no, b.partition_no, coalesce(m.content, t.content) AS content, m.entity, m.category, m.object,
    t.speaker, t.caption, t.unit_no IS NOT NULL AS is_episode
FROM muniment.backlog b
JOIN muniment.embedders e ON e.tenant_id = b.tenant_id AND e.embedder_no = b.embedder_no AND e.known_until IS NULL
LEFT JOIN muniment.memories m ON m.tenant_id = b.tenant_id AND m.unit_no = b.unit_no
LEFT JOIN muniment.episodes t ON t.tenant_id = b.tenant_id AND t.unit_no = b.unit_no
WHERE b.tenant_id = %(tenant_id)s AND b.known_until IS NULL AND coalesce(m.content, t.content) IS NOT NULL
ORDER BY b.unit_no LIMIT %(limit)s;

-- name: backlog_still_waiting :many
-- Which of some units still wait for the current embedder.
SELECT b.unit_no FROM muniment.backlog b
JOIN muniment.embedders e ON e.tenant_id = b.tenant_id AND e.embedder_no = b.embedder_no AND e.known_until IS NULL
WHERE b.tenant_id = %(tenant_id)s AND b.known_until IS NULL AND b.unit_no = ANY (%(unit_nos)s::bigint[]);
