-- name: postings_clear :exec
-- Take away the words of a tenant, to be made again.
DELETE FROM muniment.postings WHERE tenant_id = %(tenant_id)s;

-- name: labels_clear :exec
-- Take away the labels of a tenant, to be made again.
DELETE FROM muniment.labels WHERE tenant_id = %(tenant_id)s;

-- name: word_statistics_clear :exec
-- Take away the running totals of a tenant, to be made again.
DELETE FROM muniment.word_statistics WHERE tenant_id = %(tenant_id)s;

-- name: rival_groups_clear :exec
-- Take away the places of rivals of a tenant, to be made again.
DELETE FROM muniment.rival_groups WHERE tenant_id = %(tenant_id)s;

-- name: units_to_index :many
-- Every unit with the words it is made from and the time it was known for, in order, after one.
SELECT u.* FROM (
    SELECT m.unit_no, m.partition_no, m.content, m.entity, m.object, NULL::text AS speaker, NULL::text AS caption,
        false AS is_episode, m.tags, m.entity_key, m.object_key, m.known_from, m.known_until
    FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.unit_no > %(after)s AND m.content IS NOT NULL
    UNION ALL
    SELECT e.unit_no, e.partition_no, e.content, NULL, NULL, e.speaker, e.caption,
        true, '{}', NULL, NULL, e.known_from, e.known_until
    FROM muniment.episodes e
    WHERE e.tenant_id = %(tenant_id)s AND e.unit_no > %(after)s AND e.content IS NOT NULL) u
ORDER BY u.unit_no LIMIT %(limit)s;

-- name: words_rebuild :exec
-- Index the words of units again, for the time that each was known.
INSERT INTO muniment.postings
    (tenant_id, partition_no, term, unit_no, frequency, length, known_from, known_until)
SELECT %(tenant_id)s, t.partition_no, w.lexeme, t.unit_no, w.frequency, t.length, t.known_from, t.known_until
FROM (
    SELECT u.unit_no, u.partition_no, u.known_from, u.known_until, v.vector,
        (SELECT coalesce(sum(cardinality(x.positions)), 0) FROM unnest(v.vector) AS x (lexeme, positions, weights)) AS length
    FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(texts)s::text[],
            %(known_froms)s::timestamptz[], %(known_untils)s::timestamptz[])
        AS u (unit_no, partition_no, text, known_from, known_until)
    CROSS JOIN LATERAL (SELECT to_tsvector(%(language)s::regconfig, u.text) AS vector OFFSET 0) v OFFSET 0) t
CROSS JOIN LATERAL (
    SELECT x.lexeme, cardinality(x.positions) AS frequency FROM unnest(t.vector) AS x (lexeme, positions, weights)
    UNION ALL SELECT '', 0) w;

-- name: labels_rebuild :exec
-- Index the labels of units again, for the time that each was known.
INSERT INTO muniment.labels (tenant_id, partition_no, kind, label, unit_no, known_from, known_until)
SELECT %(tenant_id)s, l.partition_no, l.kind, l.label, l.unit_no, l.known_from, l.known_until
FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(kinds)s::text[], %(labels)s::text[],
        %(known_froms)s::timestamptz[], %(known_untils)s::timestamptz[])
    AS l (unit_no, partition_no, kind, label, known_from, known_until);

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
