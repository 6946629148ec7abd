-- part: facts_told
-- What is answered of facts that were found: since when each is known, and the sources of its evidence in the order of the
-- ledger. It is looked up of a page alone.
SELECT g.memory_id, g.entity AS subject, g.category AS predicate, g.object, g.valid_from, g.valid_until,
    f.recorded_at, g.confidence, s.sources

-- part: facts_sourced
CROSS JOIN LATERAL (
    SELECT min(o.known_from) AS recorded_at FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = g.memory_id) f
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(k.source ORDER BY a.number, a.ordinal, k.place), '{}') AS sources
    FROM muniment.assertions a
    CROSS JOIN LATERAL unnest(ARRAY[a.episode_id::text, a.source]) WITH ORDINALITY AS k (source, place)
    WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = g.memory_id AND NOT a.gap AND k.source IS NOT NULL
      AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s)) s

-- part: facts_held
WHERE v.tenant_id = %(tenant_id)s AND v.partition_no = ANY (%(partition_nos)s::int[]) AND NOT v.gap AND v.number > 0
  AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
  AND (%(valid_at)s::timestamptz IS NULL OR (v.valid_from <= %(valid_at)s::timestamptz
       AND (v.valid_until IS NULL OR v.valid_until > %(valid_at)s::timestamptz)))
  AND m.object IS NOT NULL AND m.standing = 'held' AND m.content IS NOT NULL

-- name: facts_list :many
-- The facts in some partitions as known at a transaction, each stretch by itself: those that hold at an instant if one
-- is given, else all of valid time. The latest valid_from comes first. A page of all looks up what each stretch says; what
-- is of one predicate, or has no limit, is read by the partition.
{facts_told}
FROM (
    SELECT m.memory_id, m.entity, m.category, m.object, v.valid_from, v.valid_until, m.confidence
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    {facts_held}
      AND (%(predicate_key)s::text IS NULL AND %(limit)s::bigint IS NOT NULL OR m.partition_no = ANY (%(partition_nos)s::int[]))
      AND (%(predicate_key)s::text IS NULL OR m.category_key = %(predicate_key)s::text)
      AND (%(after_from)s::timestamptz IS NULL OR v.valid_from <= %(after_from)s::timestamptz)
      AND (%(after_id)s::uuid IS NULL OR v.valid_from < %(after_from)s::timestamptz
           OR (v.valid_from = %(after_from)s::timestamptz AND v.memory_id > %(after_id)s::uuid))
    ORDER BY v.valid_from DESC, v.memory_id
    LIMIT %(limit)s::bigint) g
{facts_sourced}
ORDER BY g.valid_from DESC, g.memory_id;

-- name: facts_nearest :many
-- As facts_list, those nearest to a vector first, what has no embedding last.
{facts_told}
FROM (
    SELECT m.memory_id, m.entity, m.category, m.object, v.valid_from, v.valid_until, m.confidence, x.distance
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    LEFT JOIN LATERAL (
        SELECT round((e.embedding <#> %(vector)b::halfvec)::numeric, 6) AS distance FROM muniment.vectors e
        WHERE e.tenant_id = v.tenant_id AND e.embedder_no = %(embedder_no)s AND e.partition_no = v.partition_no
          AND e.unit_no = v.unit_no AND e.known_from <= %(as_of)s OFFSET 0) x ON true
    {facts_held} AND m.partition_no = ANY (%(partition_nos)s::int[])
    ORDER BY x.distance NULLS LAST, v.valid_from DESC, v.memory_id
    LIMIT %(limit)s::bigint) g
{facts_sourced}
ORDER BY g.distance NULLS LAST, g.valid_from DESC, g.memory_id;

-- name: facts_named :many
-- As facts_list, of one subject, one object or both: found by the label of one of them, name_key. OFFSET 0 keeps each
-- step a look-up.
{facts_told}
FROM (
    SELECT m.memory_id, m.entity, m.category, m.object, v.valid_from, v.valid_until, m.confidence
    FROM (
        SELECT l.unit_no FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
          AND l.label = %(name_key)s
          AND l.known_from <= %(as_of)s AND (l.known_until IS NULL OR l.known_until > %(as_of)s) OFFSET 0) u
    CROSS JOIN LATERAL (
        SELECT o.* FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.object IS NOT NULL AND o.standing = 'held'
          AND o.content IS NOT NULL
          AND (%(subject_key)s::text IS NULL OR o.entity_key = %(subject_key)s::text)
          AND (%(object_key)s::text IS NULL OR o.object_key = %(object_key)s::text)
          AND (%(predicate_key)s::text IS NULL OR o.category_key = %(predicate_key)s::text) OFFSET 0) m
    CROSS JOIN LATERAL (
        SELECT o.valid_from, o.valid_until FROM muniment.versions o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND NOT o.gap
          AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)
          AND (%(valid_at)s::timestamptz IS NULL OR (o.valid_from <= %(valid_at)s::timestamptz
               AND (o.valid_until IS NULL OR o.valid_until > %(valid_at)s::timestamptz))) OFFSET 0) v
    WHERE %(after_id)s::uuid IS NULL OR v.valid_from < %(after_from)s::timestamptz
       OR (v.valid_from = %(after_from)s::timestamptz AND m.memory_id > %(after_id)s::uuid)
    ORDER BY v.valid_from DESC, m.memory_id
    LIMIT %(limit)s::bigint) g
{facts_sourced}
ORDER BY g.valid_from DESC, g.memory_id;

-- name: facts_spelled :many
-- How the user's open facts of some triples are written, the oldest spelling of each first.
SELECT DISTINCT ON (t.place) t.place::int AS place, m.entity AS subject, m.category AS predicate, m.object, m.content
FROM unnest(%(subject_keys)s::text[], %(predicate_keys)s::text[], %(object_keys)s::text[])
    WITH ORDINALITY AS t (subject_key, predicate_key, object_key, place)
CROSS JOIN LATERAL (
    SELECT o.* FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partition_nos)s::int[])
      AND o.entity_key = t.subject_key AND o.category_key = t.predicate_key AND o.object_key = t.object_key
      AND o.known_until IS NULL AND o.standing = 'held' AND o.content IS NOT NULL OFFSET 0) m
ORDER BY t.place, m.number, m.ordinal;
