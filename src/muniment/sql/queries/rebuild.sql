-- name: word_statistics_clear :exec
-- Take away the running totals of a tenant, to be made again.
DELETE FROM muniment.word_statistics WHERE tenant_id = %(tenant_id)s;

-- name: rival_groups_clear :exec
-- Take away the places of rivals of a tenant, to be made again.
DELETE FROM muniment.rival_groups WHERE tenant_id = %(tenant_id)s;

-- name: units_range :one
-- How many units there are, and the number of the last.
SELECT count(*) AS units, coalesce(max(u.unit_no), 0) AS last_no FROM (
    SELECT m.unit_no FROM muniment.memories m WHERE m.tenant_id = %(tenant_id)s AND m.content IS NOT NULL
    UNION ALL
    SELECT e.unit_no FROM muniment.episodes e WHERE e.tenant_id = %(tenant_id)s AND e.content IS NOT NULL) u;

-- name: units_to_index :many
-- The units of a range with the words each is made from and the time it was known for, in order.
SELECT u.* FROM (
    SELECT m.unit_no, m.partition_no, m.content, m.entity, m.category, m.object, NULL::text AS speaker, NULL::text AS caption,
        false AS is_episode, m.tags, m.entity_key, m.object_key, m.known_from, m.known_until
    FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.unit_no > %(after)s AND m.unit_no <= %(until)s
      AND m.content IS NOT NULL
    UNION ALL
    SELECT e.unit_no, e.partition_no, e.content, NULL, NULL, NULL, e.speaker, e.caption,
        true, '{}', NULL, NULL, e.known_from, e.known_until
    FROM muniment.episodes e
    WHERE e.tenant_id = %(tenant_id)s AND e.unit_no > %(after)s AND e.unit_no <= %(until)s
      AND e.content IS NOT NULL) u
ORDER BY u.unit_no;

-- part: words_due
-- The words of units, for the time that each was known.
SELECT t.partition_no, w.lexeme COLLATE "C" AS term, t.unit_no, w.frequency::smallint AS frequency,
    t.length::integer AS length, t.known_from, t.known_until
FROM (
    SELECT u.unit_no, u.partition_no, u.known_from, u.known_until, v.vector,
        (SELECT coalesce(sum(cardinality(x.positions)), 0) FROM unnest(v.vector) AS x (lexeme, positions, weights)) AS length
    FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(texts)s::text[],
            %(known_froms)s::timestamptz[], %(known_untils)s::timestamptz[])
        AS u (unit_no, partition_no, text, known_from, known_until)
    CROSS JOIN LATERAL (SELECT to_tsvector(%(language)s::regconfig, u.text) AS vector OFFSET 0) v OFFSET 0) t
CROSS JOIN LATERAL (
    SELECT x.lexeme, cardinality(x.positions) AS frequency FROM unnest(t.vector) AS x (lexeme, positions, weights)
    UNION ALL SELECT '', 0) w

-- name: words_compare :one
-- Take away the words that a range of units should not have, and tell how many it lacks. Of what was erased it is kept how
-- many words it had: totals of then are made of that.
WITH due AS MATERIALIZED ({words_due}
), there AS MATERIALIZED (
    SELECT p.partition_no, p.term, p.unit_no, p.frequency, p.length, p.known_from, p.known_until FROM muniment.postings p
    WHERE p.tenant_id = %(tenant_id)s AND p.unit_no > %(after)s AND p.unit_no <= %(until)s
      AND NOT (p.term = '' AND EXISTS (
        SELECT FROM muniment.memories m
        WHERE m.tenant_id = %(tenant_id)s AND m.unit_no = p.unit_no AND m.content IS NULL
        UNION ALL
        SELECT FROM muniment.episodes e
        WHERE e.tenant_id = %(tenant_id)s AND e.unit_no = p.unit_no AND e.content IS NULL))
), stray AS MATERIALIZED (
    SELECT * FROM there EXCEPT SELECT * FROM due
), gone AS (
    DELETE FROM muniment.postings p USING stray s
    WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = s.partition_no AND p.term = s.term AND p.unit_no = s.unit_no
)
SELECT count(*) AS count FROM (SELECT * FROM due EXCEPT SELECT * FROM there) m;

-- name: words_rebuild :exec
-- Index the words that units lack.
INSERT INTO muniment.postings
    (tenant_id, partition_no, term, unit_no, frequency, length, known_from, known_until)
SELECT %(tenant_id)s, d.* FROM ({words_due}) d
ON CONFLICT (tenant_id, partition_no, term, unit_no) DO NOTHING;

-- part: labels_due
-- The labels of units, for the time that each was known.
SELECT l.partition_no, l.kind, l.label COLLATE "C" AS label, l.unit_no, l.known_from, l.known_until
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(kinds)s::text[], %(labels)s::text[],
        %(known_froms)s::timestamptz[], %(known_untils)s::timestamptz[])
    AS l (unit_no, partition_no, kind, label, known_from, known_until)

-- name: labels_compare :one
-- Take away the labels that a range of units should not have, and tell how many it lacks.
WITH due AS MATERIALIZED ({labels_due}
), there AS MATERIALIZED (
    SELECT l.partition_no, l.kind, l.label, l.unit_no, l.known_from, l.known_until FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.unit_no > %(after)s AND l.unit_no <= %(until)s
), stray AS MATERIALIZED (
    SELECT * FROM there EXCEPT SELECT * FROM due
), gone AS (
    DELETE FROM muniment.labels l USING stray s
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = s.partition_no AND l.kind = s.kind AND l.label = s.label
      AND l.unit_no = s.unit_no
)
SELECT count(*) AS count FROM (SELECT * FROM due EXCEPT SELECT * FROM there) m;

-- name: labels_rebuild :exec
-- Index the labels that units lack.
INSERT INTO muniment.labels (tenant_id, partition_no, kind, label, unit_no, known_from, known_until)
SELECT %(tenant_id)s, d.* FROM ({labels_due}) d
ON CONFLICT (tenant_id, partition_no, kind, label, unit_no) DO NOTHING;

-- name: word_statistics_rebuild :exec
-- Make the running totals again from the lengths of units: one row per partition and transaction that changed them.
INSERT INTO muniment.word_statistics (tenant_id, partition_no, known_from, units, words)
SELECT %(tenant_id)s, e.partition_no, e.happened_at,
    sum(e.units) OVER (PARTITION BY e.partition_no ORDER BY e.happened_at),
    sum(e.words) OVER (PARTITION BY e.partition_no ORDER BY e.happened_at)
FROM (
    SELECT b.partition_no, b.happened_at, sum(b.sign) AS units, sum(b.sign * b.length) AS words
    FROM (
        SELECT p.partition_no, p.known_from AS happened_at, 1 AS sign, p.length FROM muniment.postings p
        WHERE p.tenant_id = %(tenant_id)s AND p.term = ''
        UNION ALL
        SELECT p.partition_no, p.known_until, -1, p.length FROM muniment.postings p
        WHERE p.tenant_id = %(tenant_id)s AND p.term = '' AND p.known_until IS NOT NULL) b
    GROUP BY b.partition_no, b.happened_at) e;

-- name: rival_groups_rebuild :exec
-- Note again where the rivals of each match key are: where its first memory went.
INSERT INTO muniment.rival_groups (tenant_id, match_key, partition_no, rivals_key)
SELECT DISTINCT ON (m.match_key) m.tenant_id, m.match_key, m.partition_no, m.rivals_key FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.standing = 'held' AND m.match_key IS NOT NULL
ORDER BY m.match_key, m.number, m.ordinal;
