-- name: bench_lane_vector :many
-- The vector lane alone: the nearest units at a basis.
SELECT v.unit_no, v.embedding <#> %(vector)s::halfvec AS distance
{nearest_known}
ORDER BY distance, v.unit_no LIMIT %(candidates)s;

-- name: bench_lane_words :many
-- The words lane alone: the best units by BM25 at a basis, document frequencies counted on the way.
WITH {reach}, matches AS MATERIALIZED (
    SELECT q.place, p.unit_no, p.frequency::float8 AS frequency, p.length::float8 AS length
    FROM unnest(%(terms)s::text[]) WITH ORDINALITY AS q (term, place)
    CROSS JOIN LATERAL (
        SELECT o.unit_no, o.frequency, o.length FROM muniment.postings o
        WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partitions)s::int[]) AND o.term = q.term
          AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s)) p
), rarity AS MATERIALIZED (
    SELECT array_agg(ln(1 + (r.units - d.units + 0.5) / (d.units + 0.5)) ORDER BY q.place) AS idf
    FROM generate_series(1, cardinality(%(terms)s::text[])) AS q (place)
    CROSS JOIN reach r
    CROSS JOIN LATERAL (SELECT count(*) AS units FROM matches m WHERE m.place = q.place) d
)
SELECT m.unit_no, sum((SELECT idf FROM rarity)[m.place] * 2.2 * m.frequency
    / (m.frequency + 0.3 + m.length * (SELECT 0.9 / a.length FROM reach a))) AS score
FROM matches m GROUP BY m.unit_no ORDER BY score DESC, m.unit_no LIMIT %(candidates)s;

-- name: bench_lane_labels :many
-- The tags and graph lanes alone, as far as labels go: units with a name or tag of the question, at a basis.
SELECT l.unit_no, count(*) AS labels FROM muniment.labels l
WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[])
  AND l.kind IN ('tag', 'entity') AND l.label = ANY (%(labels)s::text[])
  AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
GROUP BY l.unit_no ORDER BY labels DESC, l.unit_no LIMIT %(candidates)s;

-- name: bench_vacuum :exec
-- Do at once what autovacuum does in its time: refresh statistics and visibility.
VACUUM (ANALYZE);

-- name: bench_alteration :exec
-- Exchange one letter of a turn for another where no trigger looks, as somebody with the disk could.
SET session_replication_role = replica;
UPDATE muniment.episodes
SET content = overlay(content PLACING %(letter)s FROM %(place)s::int FOR 1)
WHERE tenant_id = %(tenant_id)s AND episode_id = %(episode_id)s;
