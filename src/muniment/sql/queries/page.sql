-- name: page_beliefs :many
-- Every stretch of what was believed of some entities, as subject or object, or of a category, as one transaction knew
-- it: what holds first, then the latest. The total says how many there are besides those that are answered. OFFSET 0
-- keeps each step a look-up.
WITH units AS MATERIALIZED (
    SELECT l.unit_no FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
      AND l.label = ANY (%(entity_keys)s::text[])
    UNION
    SELECT m.unit_no FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[])
      AND m.category_key = %(category_key)s::text
), known AS (
    SELECT m.memory_id, m.content, v.valid_from, v.valid_until, m.entity, m.entity_key, m.category_key,
        m.cardinality, m.standing, v.partition_no, v.number, v.ordinal,
        lead(v.memory_id) OVER slot AS later_id, lead(v.valid_from) OVER slot AS later_from
    FROM units u
    CROSS JOIN LATERAL (
        SELECT o.* FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no
          AND o.partition_no + 0 = ANY (%(partition_nos)s::int[])
          AND o.content IS NOT NULL AND o.standing <> 'quarantined' OFFSET 0) m
    CROSS JOIN LATERAL (
        SELECT o.* FROM muniment.versions o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND NOT o.gap
          AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s) OFFSET 0) v
    WINDOW slot AS (PARTITION BY v.rivals_key ORDER BY v.valid_from, v.number, v.ordinal)
)
SELECT k.memory_id, k.content, k.valid_from, k.valid_until, k.entity, k.entity_key, k.category_key,
    k.cardinality, k.standing, p.scope,
    CASE WHEN k.later_from = k.valid_until AND k.later_id <> k.memory_id THEN k.later_id END AS superseded_by,
    count(*) OVER () AS total
FROM known k
JOIN muniment.partitions p ON p.tenant_id = %(tenant_id)s AND p.partition_no = k.partition_no
ORDER BY (k.valid_from <= %(valid_at)s AND (k.valid_until IS NULL OR k.valid_until > %(valid_at)s)) DESC,
    k.valid_from DESC, k.memory_id, k.number, k.ordinal
LIMIT %(limit)s;

-- name: page_evidence :many
-- The turns that some memories rest on, as one transaction knew it, of those that the page's readers may read.
SELECT DISTINCT a.memory_id, a.episode_id, a.span_from, a.span_until, e.occurred_at
FROM unnest(%(memory_ids)s::uuid[]) AS u (memory_id)
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.episode_id, o.span_from, o.span_until FROM muniment.assertions o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = u.memory_id AND NOT o.gap AND o.episode_id IS NOT NULL
      AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s) OFFSET 0) a
JOIN muniment.episodes e ON e.tenant_id = %(tenant_id)s AND e.episode_id = a.episode_id
WHERE e.partition_no = ANY (%(partition_nos)s::int[]) AND e.content IS NOT NULL
  AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
ORDER BY a.memory_id, e.occurred_at, a.episode_id, a.span_from, a.span_until;

-- part: e_silenced
-- That a belief which rested on the turn e was forgotten by a basis.
EXISTS (
    SELECT FROM muniment.assertions a
    WHERE a.tenant_id = %(tenant_id)s AND a.episode_id = e.episode_id AND a.gap
      AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s)
      AND NOT EXISTS (
        SELECT FROM muniment.memories m
        WHERE m.tenant_id = a.tenant_id AND m.memory_id = a.memory_id
          AND m.known_from <= %(as_of)s AND (m.known_until IS NULL OR m.known_until > %(as_of)s)))

-- name: page_turns :many
-- The latest turns of a speaker at a basis, but for those that a forgotten belief rested on. A speaker of a longer name
-- goes by its first word too; that is somebody else here.
SELECT e.episode_id, e.content, e.occurred_at
FROM muniment.labels l
JOIN muniment.episodes e ON e.tenant_id = l.tenant_id AND e.unit_no = l.unit_no
WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'speaker'
  AND l.label = ANY (%(entity_keys)s::text[])
  AND e.content IS NOT NULL AND e.occurred_at <= %(valid_at)s
  AND e.known_from <= %(as_of)s AND (e.known_until IS NULL OR e.known_until > %(as_of)s)
  AND NOT EXISTS (
      SELECT FROM muniment.labels o
      WHERE o.tenant_id = l.tenant_id AND o.unit_no = l.unit_no AND o.kind = 'speaker'
        AND length(o.label) > length(l.label) AND o.label <> ALL (%(entity_keys)s::text[]))
  AND NOT {e_silenced}
ORDER BY e.occurred_at DESC, e.position DESC, e.episode_id
LIMIT %(limit)s;

-- name: page_subjects :many
-- Whom and what beliefs at a basis name, as subject or object, those with the most beliefs first: with the categories
-- that are said of each, and whether it speaks in a turn.
SELECT s.name, s.key, s.categories, EXISTS (
    SELECT FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'speaker'
      AND l.label = s.key AND l.known_from <= %(as_of)s
      AND (l.known_until IS NULL OR l.known_until > %(as_of)s)) AS speaks
FROM (
    SELECT n.key, (array_agg(n.name ORDER BY n.is_subject DESC, v.number DESC, v.ordinal DESC))[1] AS name,
        count(DISTINCT m.memory_id) AS beliefs,
        coalesce(array_agg(DISTINCT m.category_key) FILTER (WHERE n.is_subject AND m.category_key IS NOT NULL), '{}')
            AS categories
    FROM muniment.memories m
    CROSS JOIN LATERAL (VALUES (m.entity_key, m.entity, true), (m.object_key, m.object, false))
        AS n (key, name, is_subject)
    JOIN muniment.versions v ON v.tenant_id = m.tenant_id AND v.unit_no = m.unit_no
    WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[])
      AND n.key IS NOT NULL AND m.content IS NOT NULL AND m.standing <> 'quarantined' AND NOT v.gap
      AND (%(entity_key)s::text IS NULL OR n.key = %(entity_key)s::text)
      AND (%(entity_key)s::text IS NULL OR m.unit_no = ANY (ARRAY (
            SELECT l.unit_no FROM muniment.labels l
            WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'entity'
              AND l.label = %(entity_key)s::text)))
      AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
    GROUP BY n.key HAVING count(DISTINCT m.memory_id) >= %(beliefs_min)s) s
ORDER BY s.beliefs DESC, s.key
LIMIT %(limit)s;

-- name: page_categories :many
-- The categories of beliefs at a basis, those with the most beliefs first.
SELECT m.category_key AS key, (array_agg(m.category ORDER BY v.number DESC, v.ordinal DESC))[1] AS name
FROM muniment.memories m
JOIN muniment.versions v ON v.tenant_id = m.tenant_id AND v.unit_no = m.unit_no
WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[])
  AND m.category_key IS NOT NULL AND m.content IS NOT NULL AND m.standing <> 'quarantined' AND NOT v.gap
  AND (%(category_key)s::text IS NULL OR m.category_key = %(category_key)s::text)
  AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
GROUP BY m.category_key
HAVING count(DISTINCT m.memory_id) >= %(beliefs_min)s AND count(DISTINCT m.entity_key) >= %(entities_min)s
ORDER BY count(DISTINCT m.memory_id) DESC, m.category_key
LIMIT %(limit)s;

-- part: page_as_written
p.number, p.ordinal, p.page_id, p.partition_no, p.known_until IS NULL AS is_open, p.kind, p.title, p.entity, p.category,
    p.terms, r.number AS revision_number, r.ordinal AS revision_ordinal, r.revision, r.derived_at, r.body, r.note
FROM muniment.pages p
CROSS JOIN LATERAL (
    SELECT * FROM muniment.page_revisions o
    WHERE o.tenant_id = p.tenant_id AND o.page_id = p.page_id ORDER BY o.revision DESC LIMIT 1) r

-- name: page_last :many
-- The last page of a slug in each partition that the principal reads, open or closed, with its last revision.
SELECT DISTINCT ON (p.partition_no) {page_as_written}
WHERE p.tenant_id = %(tenant_id)s AND p.slug = %(slug)s
ORDER BY p.partition_no, p.number DESC, p.ordinal DESC;

-- name: page_cites_erased :one
-- How many rows of some memories and turns were erased.
SELECT (SELECT count(*) FROM muniment.memories m
        WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = ANY (%(memory_ids)s::uuid[]) AND m.content IS NULL)
    + (SELECT count(*) FROM muniment.episodes e
        WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(episode_ids)s::uuid[]) AND e.content IS NULL) AS count;

-- name: page_vectors_write :exec
-- Keep the vectors that open revisions of pages are found by, from this transaction on.
INSERT INTO muniment.page_vectors
    (tenant_id, embedder_no, partition_no, page_id, revision, known_from, known_until, embedding)
SELECT %(tenant_id)s, %(embedder_no)s, v.partition_no, v.page_id, v.revision, h.recorded_at, NULL, v.embedding
FROM unnest(%(partition_nos)s::int[], %(page_ids)s::uuid[], %(revisions)s::int[], %(embeddings)b::halfvec[])
    AS v (partition_no, page_id, revision, embedding)
JOIN muniment.page_revisions r ON r.tenant_id = %(tenant_id)s AND r.page_id = v.page_id
    AND r.revision = v.revision AND r.known_until IS NULL AND r.body IS NOT NULL
CROSS JOIN (SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s) h
ON CONFLICT DO NOTHING;

-- name: page_vectors_close :exec
-- Close the vectors of revisions that close.
UPDATE muniment.page_vectors v SET known_until = h.recorded_at
FROM (SELECT recorded_at FROM muniment.heads WHERE tenant_id = %(tenant_id)s) h
WHERE v.tenant_id = %(tenant_id)s AND v.partition_no = %(partition_no)s AND v.page_id = %(page_id)s
  AND v.known_until IS NULL;

-- name: page_vectors_missing :many
-- The open revisions of pages that have no vector of the current embedder.
SELECT r.page_id, r.partition_no, r.revision, p.title, r.body
FROM muniment.page_revisions r
JOIN muniment.pages p ON p.tenant_id = r.tenant_id AND p.page_id = r.page_id AND p.known_until IS NULL
JOIN muniment.embedders e ON e.tenant_id = r.tenant_id AND e.known_until IS NULL
WHERE r.tenant_id = %(tenant_id)s AND r.known_until IS NULL AND r.body IS NOT NULL AND p.kind <> 'snapshot'
  AND NOT EXISTS (
    SELECT FROM muniment.page_vectors v
    WHERE v.tenant_id = r.tenant_id AND v.embedder_no = e.embedder_no AND v.partition_no = r.partition_no
      AND v.page_id = r.page_id AND v.revision = r.revision)
ORDER BY r.number, r.ordinal LIMIT %(limit)s;

-- name: pages_list :many
-- The pages of a basis, by slug.
SELECT p.page_id, p.kind, p.slug, p.title, p.entity, p.category, q.scope, q.namespace, r.revision,
    json_array_length(r.body::json) AS sentences, r.derived_at, r.known_from
FROM muniment.pages p
JOIN muniment.page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.page_id
JOIN muniment.partitions q ON q.tenant_id = p.tenant_id AND q.partition_no = p.partition_no
WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = ANY (%(partition_nos)s::int[]) AND p.title IS NOT NULL
  AND r.body IS NOT NULL AND (%(kind)s::text IS NULL OR p.kind = %(kind)s::text)
  AND p.known_from <= %(as_of)s AND (p.known_until IS NULL OR p.known_until > %(as_of)s)
  AND r.known_from <= %(as_of)s AND (r.known_until IS NULL OR r.known_until > %(as_of)s)
  AND (%(after_slug)s::text IS NULL OR (p.slug, p.page_id) > (%(after_slug)s::text, %(after_id)s::uuid))
ORDER BY p.slug, p.page_id
LIMIT %(limit)s;

-- name: page_at :one
-- The page of a slug, of several the one with the fewest readers, or the page of an id, at a basis: the revision known
-- then, or an earlier one by its number.
SELECT p.page_id, p.kind, p.slug, p.title, p.entity, p.category, q.scope, q.namespace, r.revision, r.body, r.note,
    r.derived_at, r.valid_at, r.known_from, CASE WHEN r.known_until <= %(as_of)s THEN r.known_until END AS known_until,
    p.partition_no
FROM muniment.pages p
JOIN muniment.page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.page_id
JOIN muniment.partitions q ON q.tenant_id = p.tenant_id AND q.partition_no = p.partition_no
WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = ANY (%(partition_nos)s::int[])
  AND (p.page_id = %(page_id)s::uuid OR p.slug = %(slug)s::text)
  AND r.known_from <= %(as_of)s
  AND p.known_from <= r.known_from AND (p.known_until IS NULL OR p.known_until > r.known_from)
  AND CASE WHEN %(revision)s::int IS NULL THEN r.known_until IS NULL OR r.known_until > %(as_of)s
      ELSE r.revision = %(revision)s::int END
ORDER BY CASE q.scope WHEN 'container' THEN 1 WHEN 'user' THEN 2 ELSE 3 END,
    CASE q.visibility WHEN 'private' THEN 1 WHEN 'team' THEN 2 ELSE 3 END, p.number DESC, p.ordinal, p.page_id
LIMIT 1;

-- name: page_revisions_list :many
-- Every revision of a page that was known by a transaction, in order.
SELECT r.revision, coalesce(json_array_length(r.body::json), 0) AS sentences, r.derived_at, r.valid_at, r.known_from,
    CASE WHEN r.known_until <= %(as_of)s THEN r.known_until END AS known_until, r.number AS transaction
FROM muniment.page_revisions r
WHERE r.tenant_id = %(tenant_id)s AND r.page_id = %(page_id)s AND r.known_from <= %(as_of)s
ORDER BY r.revision, r.number, r.ordinal;

-- name: page_sources :many
-- What became of some memories by a basis: what they say, whether they were forgotten or retracted, when they hold,
-- where what is under review against them lies, and whether another belief of their slot begins where they end.
WITH asked AS MATERIALIZED (
    SELECT m.memory_id, m.content, m.standing, m.known_until, m.rivals_key, v.starts, v.ends
    FROM unnest(%(memory_ids)s::uuid[]) AS u (memory_id)
    CROSS JOIN LATERAL (
        SELECT o.memory_id, o.content, o.standing, o.known_until, o.rivals_key FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = u.memory_id AND o.known_from <= %(as_of)s
        ORDER BY o.number DESC, o.ordinal DESC LIMIT 1) m
    CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(o.valid_from ORDER BY o.valid_from, o.number, o.ordinal), '{}') AS starts,
            coalesce(array_agg(o.valid_until ORDER BY o.valid_from, o.number, o.ordinal), '{}') AS ends
        FROM muniment.versions o
        WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = u.memory_id AND NOT o.gap
          AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s)) v
), begun AS MATERIALIZED (
    SELECT g.rivals_key, w.valid_from, array_agg(r.memory_id) AS memory_ids
    FROM (SELECT DISTINCT a.rivals_key FROM asked a) g
    CROSS JOIN LATERAL (
        SELECT o.memory_id, o.unit_no FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.rivals_key = g.rivals_key OFFSET 0) r
    CROSS JOIN LATERAL (
        SELECT o.valid_from FROM muniment.versions o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = r.unit_no AND NOT o.gap
          AND o.known_from <= %(as_of)s AND (o.known_until IS NULL OR o.known_until > %(as_of)s) OFFSET 0) w
    GROUP BY g.rivals_key, w.valid_from
)
SELECT m.memory_id, m.content, m.standing, m.known_until IS NULL OR m.known_until > %(as_of)s AS is_open,
    EXISTS (
        SELECT FROM muniment.assertions a
        WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = m.memory_id AND a.gap
          AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s) OFFSET 0) AS has_gap,
    m.starts, m.ends, ARRAY(
        SELECT DISTINCT o.partition_no FROM (SELECT c.other_id {reviews_of_m}) r
        CROSS JOIN LATERAL (
            SELECT s.partition_no FROM muniment.memories s
            WHERE s.tenant_id = %(tenant_id)s AND s.memory_id = r.other_id
              AND s.known_from <= %(as_of)s AND (s.known_until IS NULL OR s.known_until > %(as_of)s) OFFSET 0) o
        ORDER BY o.partition_no) AS disputed_in,
    coalesce(cardinality(array_remove(b.memory_ids, m.memory_id)) > 0, false) AS is_followed
FROM asked m
LEFT JOIN begun b ON b.rivals_key = m.rivals_key AND b.valid_from = m.ends[cardinality(m.ends)]
ORDER BY m.memory_id;

-- name: page_turn_sources :many
-- What became of some turns by a basis: whether they were erased or hidden, or a belief that rested on them forgotten.
SELECT e.episode_id, e.content IS NULL AS is_erased, e.known_until IS NULL OR e.known_until > %(as_of)s AS is_open,
    {e_silenced} AS is_silenced
FROM muniment.episodes e
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(episode_ids)s::uuid[]) AND e.known_from <= %(as_of)s
ORDER BY e.episode_id;

-- part: q_is_place
-- That the partition q is one place.
q.scope = %(scope)s AND q.owner_id = %(owner_id)s AND q.container_id IS NOT DISTINCT FROM %(container_id)s::uuid
  AND q.namespace = %(namespace)s AND q.visibility = %(visibility)s
  AND q.agent IS NOT DISTINCT FROM %(agent)s::text

-- name: pages_of_place :many
-- The open pages of one place, by slug.
SELECT p.page_id, p.kind, p.slug, p.title, p.entity, p.entity_key, p.category, p.category_key
FROM muniment.pages p
JOIN muniment.partitions q ON q.tenant_id = p.tenant_id AND q.partition_no = p.partition_no
WHERE p.tenant_id = %(tenant_id)s AND p.known_until IS NULL AND p.title IS NOT NULL
  AND {q_is_place}
ORDER BY p.slug, p.number, p.ordinal;

-- name: page_of_place :one
-- The open page of a slug at one place, with its open revision.
SELECT {page_as_written}
JOIN muniment.partitions q ON q.tenant_id = p.tenant_id AND q.partition_no = p.partition_no
WHERE p.tenant_id = %(tenant_id)s AND p.known_until IS NULL AND p.slug = %(slug)s
  AND {q_is_place};

-- name: pages_to_lint :many
-- The pages of a basis with their places and words, by slug.
SELECT p.page_id, p.kind, p.slug, p.title, p.entity, p.entity_key, p.category, p.category_key,
    q.partition_no, q.scope, q.owner_id, q.container_id, q.namespace, q.visibility, q.agent, r.body
FROM muniment.pages p
JOIN muniment.page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.page_id
JOIN muniment.partitions q ON q.tenant_id = p.tenant_id AND q.partition_no = p.partition_no
WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = ANY (%(partition_nos)s::int[]) AND p.title IS NOT NULL
  AND r.body IS NOT NULL
  AND p.known_from <= %(as_of)s AND (p.known_until IS NULL OR p.known_until > %(as_of)s)
  AND r.known_from <= %(as_of)s AND (r.known_until IS NULL OR r.known_until > %(as_of)s)
ORDER BY p.slug, p.page_id;

-- name: snapshot_beliefs :many
-- What holds or is contested, that which matters most first: sure, said often, said lately. The order does not depend
-- on when it is asked: weights fade alike, by half in 180 days. Words are read of those alone that are answered.
SELECT m.memory_id, m.content, v.valid_from, v.valid_until, m.entity, m.entity_key, m.category_key,
    m.cardinality, m.standing, p.scope, NULL::uuid AS superseded_by,
    count(*) OVER () AS total
FROM (
    SELECT h.number, h.ordinal, h.unit_no, h.partition_no, h.memory_id, h.valid_from, h.valid_until,
        round((ln(h.confidence) + ln(1 + ln(greatest(count(a.known_from)::float8, 1)))
            + ln(2) * extract(epoch FROM max(a.known_from))::float8 / 15552000)::numeric, 9) AS matters
    FROM (
        SELECT v.number, v.ordinal, v.unit_no, v.memory_id, v.partition_no, v.valid_from, v.valid_until, m.confidence
        FROM muniment.versions v
        JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
        WHERE {v_holds}
          AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.content IS NOT NULL
          AND m.standing <> 'quarantined' AND m.confidence > 0) h
    LEFT JOIN muniment.assertions a ON a.tenant_id = %(tenant_id)s AND a.memory_id = h.memory_id AND NOT a.gap
        AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s)
    GROUP BY h.number, h.ordinal, h.unit_no, h.partition_no, h.memory_id, h.valid_from, h.valid_until, h.confidence
    ORDER BY matters DESC, h.memory_id, h.number, h.ordinal LIMIT %(limit)s) v
JOIN muniment.memories m ON m.tenant_id = %(tenant_id)s AND m.unit_no = v.unit_no
JOIN muniment.partitions p ON p.tenant_id = %(tenant_id)s AND p.partition_no = v.partition_no
ORDER BY v.matters DESC, v.memory_id, v.number, v.ordinal;

-- name: snapshot_health :one
-- How many beliefs that hold are contested or under review, and how many units wait to be embedded.
SELECT
    (SELECT count(DISTINCT m.memory_id) FROM muniment.versions v
     JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
     WHERE {v_holds} AND m.partition_no = ANY (%(partition_nos)s::int[])
       AND (m.standing = 'contested' OR m.standing = 'held' AND m.memory_id IN (
            SELECT s.memory_id FROM (SELECT c.first_id, c.second_id {reviews_here}) r
            CROSS JOIN LATERAL (VALUES (r.first_id), (r.second_id)) AS s (memory_id)))) AS contested,
    (SELECT count(*) FROM muniment.backlog b
     JOIN muniment.embedders e ON e.tenant_id = b.tenant_id AND e.embedder_no = b.embedder_no AND e.known_until IS NULL
     WHERE b.tenant_id = %(tenant_id)s AND b.partition_no = ANY (%(partition_nos)s::int[])
       AND b.known_until IS NULL) AS not_embedded;

-- name: page_contradictions :many
-- The contradictions of some memories that nobody had settled by a transaction, where both sides may be quoted.
SELECT DISTINCT c.first_id, c.second_id
{reviews_here}
  AND (c.first_id = ANY (%(memory_ids)s::uuid[]) OR c.second_id = ANY (%(memory_ids)s::uuid[]))
ORDER BY c.first_id, c.second_id;
