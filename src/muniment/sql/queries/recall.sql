-- part: told_of
-- What was believed of h.name under h.relation, and when it is valid. Rows of two names are compared so that no relation is
-- looked up without its entity.
CROSS JOIN LATERAL unnest((SELECT partitions FROM readable)) AS p (partition_no)
CROSS JOIN LATERAL (
    SELECT r.unit_no, r.object_key FROM muniment.memories r
    WHERE r.tenant_id = %(tenant_id)s AND r.partition_no = p.partition_no
      AND (r.entity_key, r.category_key) >= (h.name, h.relation)
      AND (r.entity_key, r.category_key) <= (h.name, h.relation) AND r.object_key IS NOT NULL AND r.standing = 'held'
      AND r.known_from <= (SELECT known FROM basis)
      AND (r.known_until IS NULL OR r.known_until > (SELECT known FROM basis)) OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT y.valid_from, coalesce(y.valid_until, 'infinity') AS valid_until FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = m.unit_no AND NOT y.gap
      AND y.known_from <= (SELECT known FROM basis)
      AND (y.known_until IS NULL OR y.known_until > (SELECT known FROM basis)) OFFSET 0) v

-- part: names_met
-- Who was believed to be somebody's something ("mother"), step by step along links from place to place, if anything else
-- was believed of them; what each of these names, and at place 0 each of the question's, stood for; and at place -1 what
-- the names stood for that stood for one of the question's. An alias that is known still is found by an index of its own.
links AS MATERIALIZED (
    SELECT l.place, l.relation, l.place_to
    FROM unnest(%(link_places)s::int[], %(relations)s::text[], %(link_ends)s::int[]) AS l (place, relation, place_to)
), met (place, via, name, is_alias, valid_from, valid_until) AS (
    SELECT o.place, NULL::text, n.name, false, '-infinity'::timestamptz, 'infinity'::timestamptz
    FROM known_names n
    JOIN (
        SELECT 0 AS place, NULL::text AS name
        UNION ALL SELECT * FROM unnest(%(owner_places)s::int[], %(owners)s::text[])) o ON o.place = 0 OR o.name = n.name
    WHERE n.kind = 'entity'
    UNION
    SELECT h.place_to, h.name, m.object_key, h.is_alias, greatest(h.valid_from, v.valid_from),
        least(h.valid_until, v.valid_until)
    FROM (
        SELECT w.name, w.valid_from, w.valid_until, k.relation, k.place_to, k.is_alias
        FROM met w
        CROSS JOIN LATERAL (
            SELECT l.relation, l.place_to, false AS is_alias FROM links l WHERE l.place = w.place
            UNION ALL SELECT 'alias_of', w.place, true) k) h
    {told_of}
    WHERE h.valid_from < v.valid_until AND v.valid_from < h.valid_until
      AND (h.is_alias OR EXISTS (
        SELECT FROM unnest((SELECT partitions FROM readable)) AS q (partition_no)
        CROSS JOIN LATERAL (
            SELECT FROM muniment.labels l
            WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = q.partition_no AND l.kind = 'entity'
              AND l.label = m.object_key AND l.unit_no <> m.unit_no AND l.known_from <= (SELECT known FROM basis)
              AND (l.known_until IS NULL OR l.known_until > (SELECT known FROM basis)) OFFSET 0) l))
), standing_in AS MATERIALIZED (
    SELECT DISTINCT a.entity_key AS name, 'alias_of' AS relation FROM known_names n
    CROSS JOIN LATERAL unnest((SELECT partitions FROM readable)) AS p (partition_no)
    CROSS JOIN LATERAL (
        SELECT r.entity_key FROM muniment.memories r
        WHERE r.tenant_id = %(tenant_id)s AND r.partition_no = p.partition_no AND r.object_key = n.name
          AND r.category_key = 'alias_of' AND r.standing = 'held' AND r.known_until IS NULL
          AND r.known_from <= (SELECT known FROM basis)
        UNION ALL
        SELECT r.entity_key FROM muniment.memories r
        WHERE (SELECT known FROM basis) < 'infinity' AND r.tenant_id = %(tenant_id)s AND r.partition_no = p.partition_no
          AND r.object_key = n.name AND r.category_key = 'alias_of' AND r.standing = 'held'
          AND r.known_from <= (SELECT known FROM basis) AND r.known_until > (SELECT known FROM basis) OFFSET 0) a
    WHERE n.kind = 'entity'
), names_met AS MATERIALIZED (
    SELECT w.place, w.via, w.name, w.is_alias, w.valid_from, w.valid_until FROM met w WHERE w.via IS NOT NULL
    UNION ALL
    SELECT -1, h.name, m.object_key, true, v.valid_from, v.valid_until FROM standing_in h {told_of}
)

-- part: known_at
-- Up to when what is asked for was known: a time, the time of a transaction, or the head.
SELECT CASE
    WHEN %(as_of_time)s::timestamptz IS NOT NULL THEN %(as_of_time)s::timestamptz
    WHEN %(as_of_number)s::bigint IS NULL THEN 'infinity'::timestamptz
    ELSE coalesce((SELECT t.recorded_at FROM muniment.transactions t
        WHERE t.tenant_id = %(tenant_id)s AND t.number = %(as_of_number)s::bigint), '-infinity')
    END AS known

-- name: recall_erased :one
-- How many memories and turns were known there that the reader would read, and were erased since.
WITH basis AS MATERIALIZED ({known_at})
SELECT count(*) AS count
FROM basis b
JOIN muniment.tombstones t ON t.tenant_id = %(tenant_id)s AND t.known_from > b.known
CROSS JOIN LATERAL (
    SELECT m.partition_no, m.known_from, m.known_until FROM muniment.memories m
    WHERE t.erased_table = 'memories' AND m.tenant_id = %(tenant_id)s
      AND m.number = t.erased_number AND m.ordinal = t.erased_ordinal
    UNION ALL
    SELECT e.partition_no, e.known_from, e.known_until FROM muniment.episodes e
    WHERE t.erased_table = 'episodes' AND e.tenant_id = %(tenant_id)s
      AND e.number = t.erased_number AND e.ordinal = t.erased_ordinal) u
JOIN muniment.partitions p ON p.partition_no = u.partition_no AND {p_read_here}
WHERE u.known_from <= b.known AND (u.known_until IS NULL OR u.known_until > b.known);

-- name: recall_ground :one
-- Where a question is answered, at a time, a number, or the head: a fresh id, the embedder whose vectors are
-- compared (the current one, by what it embedded when it was the tenant's then), the partitions that the reader reads and whether they are of several scopes, the question's words as the tenant's language stems them, the stems of some related ones, those of
-- some names that are tags, entities or speakers there, who was met by what is believed of them, see names_met, how many units had no embedding yet, whether there was a page,
-- whether the embedder was adopted after what was known then, and whether the reader reads less than an eighth of all
-- vectors, of any tenant. OFFSET 0 keeps each name a look-up among the labels, and rows of two names are compared so that no
-- relation is looked up without its entity. Many names in many partitions are not looked up each by each, see labels_among.
WITH RECURSIVE basis AS MATERIALIZED ({known_at}), readable AS MATERIALIZED (
    SELECT coalesce(array_agg(p.partition_no ORDER BY p.partition_no), '{}') AS partitions,
        count(DISTINCT p.scope) > 1 AS has_scopes,
        count(*) > 8 AND count(*) * cardinality(%(names)s::text[]) > 1000 AS is_wide
    FROM muniment.partitions p
    WHERE {p_read_here}
), known_names AS MATERIALIZED (
    SELECT k.kind, n.name FROM unnest(%(names)s::text[]) AS n (name)
    CROSS JOIN (VALUES ('tag'), ('entity'), ('speaker')) AS k (kind)
    CROSS JOIN LATERAL (
        SELECT FROM unnest((SELECT partitions FROM readable)) AS p (partition_no)
        CROSS JOIN LATERAL (
            SELECT FROM muniment.labels l
            WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = p.partition_no AND l.kind = k.kind AND l.label = n.name
              AND l.known_from <= (SELECT known FROM basis)
              AND (l.known_until IS NULL OR l.known_until > (SELECT known FROM basis)) OFFSET 0) l
        LIMIT 1) l
    WHERE NOT (SELECT is_wide FROM readable)
    UNION ALL
    SELECT a.kind, a.name
    FROM muniment.labels_among(
        %(tenant_id)s, (SELECT partitions FROM readable), %(names)s::text[], (SELECT known FROM basis)) AS a
    WHERE (SELECT is_wide FROM readable)
), {names_met}
SELECT muniment.new_id() AS recall_id, e.embedder_no, e.name, e.digest, r.partitions, r.has_scopes,
    ARRAY(SELECT lexeme FROM unnest(to_tsvector(%(language)s::regconfig, %(query)s)) ORDER BY lexeme COLLATE "C") AS terms,
    ARRAY(SELECT coalesce((ts_lexize('english_stem', w.word))[1], '')
        FROM unnest(%(related)s::text[]) WITH ORDINALITY AS w (word, place) ORDER BY w.place) AS related,
    ARRAY(SELECT n.name FROM known_names n WHERE n.kind = 'tag' ORDER BY n.name) AS tags,
    ARRAY(SELECT n.name FROM known_names n WHERE n.kind = 'entity' ORDER BY n.name) AS names,
    ARRAY(SELECT n.name FROM known_names n WHERE n.kind = 'speaker' ORDER BY n.name) AS speakers,
    x.met_places, x.met_vias, x.met_names, x.met_are_aliases, x.met_from, x.met_until,
    (SELECT count(*) FROM unnest(r.partitions) AS q (partition_no) CROSS JOIN LATERAL (
        SELECT FROM muniment.backlog b
        WHERE b.tenant_id = %(tenant_id)s AND b.embedder_no = e.embedder_no AND b.partition_no = q.partition_no
          AND b.known_until IS NULL AND b.known_from <= (SELECT known FROM basis)
        UNION ALL
        SELECT FROM muniment.backlog b
        WHERE b.tenant_id = %(tenant_id)s AND b.embedder_no = e.embedder_no AND b.partition_no = q.partition_no
          AND b.known_until > (SELECT known FROM basis) AND b.known_from <= (SELECT known FROM basis)
        OFFSET 0) w) AS waiting,
    coalesce((SELECT p.known_from FROM muniment.pages p WHERE p.tenant_id = %(tenant_id)s
        ORDER BY p.number, p.ordinal LIMIT 1) <= (SELECT known FROM basis), false) AS has_pages,
    coalesce(e.number > 1 AND e.known_from > (SELECT known FROM basis), false) AS is_adopted_later,
    8 * coalesce((
        SELECT sum(s.units) FROM unnest(r.partitions) AS p (partition_no)
        CROSS JOIN LATERAL (
            SELECT t.units FROM muniment.word_statistics t
            WHERE t.tenant_id = %(tenant_id)s AND t.partition_no = p.partition_no
            ORDER BY t.known_from DESC LIMIT 1) s), 0)
        < (SELECT c.reltuples FROM pg_class c WHERE c.oid = 'muniment.vectors'::regclass) AS reads_few
FROM readable r
CROSS JOIN (
    SELECT coalesce(array_agg(k.place ORDER BY k.place, k.via, k.name, k.is_alias, k.valid_from, k.valid_until), '{}') AS met_places,
        coalesce(array_agg(k.via ORDER BY k.place, k.via, k.name, k.is_alias, k.valid_from, k.valid_until), '{}') AS met_vias,
        coalesce(array_agg(k.name ORDER BY k.place, k.via, k.name, k.is_alias, k.valid_from, k.valid_until), '{}') AS met_names,
        coalesce(array_agg(k.is_alias ORDER BY k.place, k.via, k.name, k.is_alias, k.valid_from, k.valid_until), '{}') AS met_are_aliases,
        coalesce(array_agg(k.valid_from ORDER BY k.place, k.via, k.name, k.is_alias, k.valid_from, k.valid_until), '{}') AS met_from,
        coalesce(array_agg(nullif(k.valid_until, 'infinity') ORDER BY k.place, k.via, k.name, k.is_alias, k.valid_from, k.valid_until), '{}') AS met_until
    FROM names_met k) x
LEFT JOIN LATERAL (
    SELECT o.* FROM muniment.embedders c
    JOIN muniment.embedders o ON o.tenant_id = c.tenant_id AND o.digest = c.digest
    WHERE c.tenant_id = %(tenant_id)s AND c.known_until IS NULL
      AND (o.known_until IS NULL OR (SELECT b.known >= o.known_from AND b.known < o.known_until FROM basis b))
    ORDER BY o.known_until NULLS LAST, o.number, o.ordinal LIMIT 1) e ON true;

-- part: y_holds
-- That the version y holds within the time that is asked for, as known at a basis.
NOT y.gap
  AND y.known_from <= %(known)s AND (y.known_until IS NULL OR y.known_until > %(known)s)
  AND y.valid_from <= %(valid_last)s AND (y.valid_until IS NULL OR y.valid_until > %(valid_first)s)

-- part: y_holds_last
-- Of the versions y that hold then the last that begins by the time that is named, else the last one.
{y_holds}
ORDER BY y.valid_from > %(named_last)s, y.valid_from DESC, y.number DESC, y.ordinal DESC LIMIT 1

-- name: recall_overruled :many
-- Those of some beliefs that a narrower scope of their namespace has another in place of, or denies, as long as they hold
-- within the time that is asked for.
SELECT u.unit_no
FROM unnest(%(unit_nos)s::bigint[]) AS u (unit_no)
CROSS JOIN LATERAL (
    SELECT o.partition_no, o.entity_key, o.category_key, o.object_key, o.cardinality FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT y.valid_from, y.valid_until FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = u.unit_no AND {y_holds_last}) v
WHERE EXISTS ({narrower})
ORDER BY u.unit_no;

-- name: recall_contradicted :many
-- For contested beliefs: what is held in the place of each within the time that is asked for.
SELECT m.memory_id, n.memory_id AS holder_id
FROM unnest(%(memory_ids)s::uuid[]) AS u (memory_id)
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.entity_key, o.category_key, o.object_key, o.cardinality FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = u.memory_id
      AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s) OFFSET 0) m
CROSS JOIN LATERAL unnest(%(partitions)s::int[]) AS q (partition_no)
{opposed}
WHERE EXISTS (
    SELECT FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = n.unit_no AND {y_holds} OFFSET 0)
ORDER BY m.memory_id, n.memory_id;

-- part: terms_told
-- How often each of some terms is in the words of a turn s that r rests on; in all its words where those are not known.
ARRAY(
    SELECT coalesce(cardinality(x.positions), 0) FROM unnest(%(terms)s::text[]) WITH ORDINALITY AS t (term, place)
    LEFT JOIN unnest(to_tsvector(%(language)s::regconfig, coalesce(
        substr(s.content, r.span_from + 1, r.span_until - r.span_from), s.content, ''))) AS x (lexeme, positions, weights)
        ON x.lexeme = t.term
    ORDER BY t.place)

-- name: recall_pairs :many
-- For turns: the beliefs that rest on them, what holds in each one's place at the basis (in its slot, or because a
-- claim replaced it), whether the belief only begins later, whether the turn tells its end, whether it was forgotten, and
-- then what the turn says, and the beliefs that were put in other words since the turn told them; how often the words that
-- told what was replaced have some terms. What was closed since the basis is looked for only where something was
-- written since.
SELECT r.episode_id, r.memory_id, r.holder_id, r.span_from, r.span_until, r.replaced, coalesce(r.is_ahead, false) AS is_ahead, r.ends, r.forgotten,
    CASE WHEN r.forgotten THEN s.content END AS said, {terms_told} AS terms_said
FROM (
    SELECT a.episode_id, a.memory_id, coalesce(h.memory_id, d.memory_id) AS holder_id, a.span_from, a.span_until,
        false AS replaced,
        h.memory_id <> a.memory_id AND EXISTS (
            SELECT FROM muniment.versions y
            WHERE y.tenant_id = %(tenant_id)s AND y.memory_id = a.memory_id AND NOT y.gap
              AND y.known_from <= %(known)s AND (y.known_until IS NULL OR y.known_until > %(known)s)
              AND y.valid_from > %(valid_last)s OFFSET 0) AS is_ahead,
        a.gap AS ends,
        a.gap AND NOT EXISTS (
            SELECT FROM muniment.memories m
            WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = a.memory_id
              AND m.known_from <= %(known)s AND (m.known_until IS NULL OR m.known_until > %(known)s) OFFSET 0) AS forgotten,
        a.number, a.ordinal, h.number AS holder_number, h.ordinal AS holder_ordinal
    FROM unnest(%(episode_ids)s::uuid[]) AS u (episode_id)
    CROSS JOIN LATERAL (
        SELECT * FROM muniment.assertions b
        WHERE b.tenant_id = %(tenant_id)s AND b.episode_id = u.episode_id OFFSET 0) a
    LEFT JOIN LATERAL (
        SELECT y.memory_id, y.number, y.ordinal FROM muniment.versions y
        WHERE y.tenant_id = %(tenant_id)s AND y.rivals_key = a.rivals_key AND y.known_until IS NULL AND NOT y.gap
          AND y.known_from <= %(known)s AND y.valid_from <= %(valid_last)s
          AND coalesce(y.valid_until, 'infinity'::timestamptz) > %(valid_first)s
        UNION ALL
        SELECT y.memory_id, y.number, y.ordinal
        FROM (
            SELECT DISTINCT m.memory_id FROM muniment.memories m
            WHERE m.tenant_id = %(tenant_id)s AND m.rivals_key = a.rivals_key OFFSET 0) g
        CROSS JOIN LATERAL (
            SELECT * FROM muniment.versions v
            WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = g.memory_id OFFSET 0) y
        WHERE EXISTS (SELECT FROM muniment.heads x WHERE x.tenant_id = %(tenant_id)s AND x.recorded_at > %(known)s OFFSET 0)
          AND y.rivals_key = a.rivals_key AND NOT y.gap AND y.known_from <= %(known)s AND y.known_until > %(known)s
          AND y.valid_from <= %(valid_last)s AND (y.valid_until IS NULL OR y.valid_until > %(valid_first)s)) h ON NOT a.gap
    LEFT JOIN LATERAL (
        SELECT n.memory_id FROM muniment.decisions o
        CROSS JOIN LATERAL (
            SELECT * FROM muniment.decisions e
            WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = o.episode_id AND e.number = o.number OFFSET 0) n
        WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = a.memory_id AND o.known_from <= %(known)s
          AND o.decision = 'INVALIDATE' AND o.outcome = 'superseded'
          AND n.span_from = o.span_from AND n.span_until = o.span_until
          AND n.decision = 'ADD' AND n.outcome = 'superseded'
        ORDER BY n.number DESC, n.ordinal DESC LIMIT 1) d ON h.memory_id IS NULL AND NOT a.gap
    WHERE a.known_from <= %(known)s AND (a.known_until IS NULL OR a.known_until > %(known)s)
    UNION ALL
    SELECT a.episode_id, a.memory_id, a.memory_id, a.span_from, a.span_until, true, false, false, false,
        a.number, a.ordinal, m.number, m.ordinal
    FROM unnest(%(episode_ids)s::uuid[]) AS u (episode_id)
    CROSS JOIN LATERAL (
        SELECT * FROM muniment.assertions b
        WHERE b.tenant_id = %(tenant_id)s AND b.episode_id = u.episode_id OFFSET 0) a
    CROSS JOIN LATERAL (
        SELECT * FROM muniment.memories b
        WHERE b.tenant_id = %(tenant_id)s AND b.memory_id = a.memory_id
          AND b.known_from >= a.known_until AND b.known_from <= %(known)s
          AND (b.known_until IS NULL OR b.known_until > %(known)s) OFFSET 0) m
    CROSS JOIN LATERAL (
        SELECT b.content, b.object FROM muniment.memories b
        WHERE b.tenant_id = %(tenant_id)s AND b.memory_id = a.memory_id AND b.known_from < a.known_until
        ORDER BY b.number DESC, b.ordinal DESC LIMIT 1) o
    WHERE NOT a.gap AND a.known_until <= %(known)s AND (m.content, m.object) IS DISTINCT FROM (o.content, o.object)) r
LEFT JOIN LATERAL (
    SELECT e.content FROM muniment.episodes e
    WHERE (r.forgotten OR r.replaced OR r.holder_id <> r.memory_id)
      AND e.tenant_id = %(tenant_id)s AND e.episode_id = r.episode_id OFFSET 0) s ON true
ORDER BY r.number, r.ordinal, r.holder_number, r.holder_ordinal;

-- name: recall_narrower :many
-- For turns: the beliefs that rest on them in whose place a narrower scope has another, or denies, with that; in the shape
-- of `recall_pairs`.
SELECT r.episode_id, r.memory_id, n.memory_id AS holder_id, r.span_from, r.span_until, true AS replaced,
    false AS is_ahead, false AS ends, false AS forgotten, NULL AS said, {terms_told} AS terms_said
FROM muniment.assertions r
CROSS JOIN LATERAL (
    SELECT y.unit_no, y.valid_from, y.valid_until FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.memory_id = r.memory_id AND {y_holds_last}) v
CROSS JOIN LATERAL (
    SELECT o.partition_no, o.entity_key, o.category_key, o.object_key, o.cardinality FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = v.unit_no OFFSET 0) m
CROSS JOIN LATERAL ({narrower}) n
CROSS JOIN LATERAL (
    SELECT e.content FROM muniment.episodes e
    WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = r.episode_id OFFSET 0) s
WHERE r.tenant_id = %(tenant_id)s AND r.episode_id = ANY (%(episode_ids)s::uuid[]) AND NOT r.gap
  AND r.known_from <= %(known)s AND (r.known_until IS NULL OR r.known_until > %(known)s)
ORDER BY r.number, r.ordinal, n.number, n.ordinal;

-- name: recall_memories :many
-- Memories by unit, as they stand at a basis, whether they are under review, and the first turn each rests on.
SELECT m.unit_no, s.source_episode_id, {told_of_m}
FROM unnest(%(unit_nos)s::bigint[]) AS u (unit_no)
CROSS JOIN LATERAL (
    SELECT o.* FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT o.scope, o.namespace, o.visibility FROM muniment.partitions o
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = m.partition_no OFFSET 0) p
CROSS JOIN LATERAL (
    SELECT y.valid_from, y.valid_until, y.known_from FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = m.unit_no AND {y_holds_last}) v
LEFT JOIN LATERAL (
    SELECT e.episode_id AS source_episode_id FROM muniment.assertions a
    CROSS JOIN LATERAL (
        SELECT t.episode_id FROM muniment.episodes t
        WHERE t.tenant_id = %(tenant_id)s AND t.episode_id = a.episode_id
          AND t.known_from <= %(as_of)s AND (t.known_until IS NULL OR t.known_until > %(as_of)s) OFFSET 0) e
    WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = m.memory_id AND NOT a.gap
      AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s)
    ORDER BY a.number, a.ordinal LIMIT 1) s ON true
ORDER BY m.unit_no;

-- name: recall_episodes :many
-- Turns by unit, with the name of their session, and whether they told beliefs of which none is so any more at a basis
-- or will be.
SELECT e.unit_no, e.episode_id, e.content, e.speaker, e.caption, e.occurred_at, c.name AS session, e.position,
    e.source_id, e.metadata, p.namespace, e.known_from, coalesce(NOT t.goes_on, false) AS is_over
FROM unnest(%(unit_nos)s::bigint[]) AS u (unit_no)
CROSS JOIN LATERAL (
    SELECT o.* FROM muniment.episodes o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no OFFSET 0) e
CROSS JOIN LATERAL (
    SELECT o.namespace FROM muniment.partitions o
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = e.partition_no OFFSET 0) p
LEFT JOIN LATERAL (
    SELECT n.name FROM muniment.containers n
    WHERE n.tenant_id = %(tenant_id)s AND n.container_id = e.session_id
    ORDER BY n.number, n.ordinal LIMIT 1) c ON true
CROSS JOIN LATERAL (
    SELECT bool_or((a.known_until IS NULL OR a.known_until > %(known)s) AND EXISTS (
        SELECT FROM muniment.versions v
        WHERE v.tenant_id = %(tenant_id)s AND v.memory_id = a.memory_id AND NOT v.gap
          AND v.known_from <= %(known)s AND (v.known_until IS NULL OR v.known_until > %(known)s)
          AND (v.valid_until IS NULL OR v.valid_until > %(valid_first)s))) AS goes_on
    FROM muniment.assertions a
    WHERE a.tenant_id = %(tenant_id)s AND a.episode_id = e.episode_id AND NOT a.gap AND a.known_from <= %(known)s
      AND a.partition_no = ANY (%(partition_nos)s::int[])
      AND NOT EXISTS (
        SELECT FROM muniment.assertions g
        WHERE g.tenant_id = %(tenant_id)s AND g.memory_id = a.memory_id AND g.gap
          AND g.known_from <= %(known)s AND (g.known_until IS NULL OR g.known_until > %(known)s)
          AND NOT EXISTS (
            SELECT FROM muniment.memories m
            WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = a.memory_id
              AND m.known_from <= %(known)s AND (m.known_until IS NULL OR m.known_until > %(known)s)))) t
ORDER BY e.unit_no;

-- name: recall_trace :exec
-- Keep what a recall said about itself, durable a moment later: no answer waits for the disk because of it.
INSERT INTO muniment.recalls (tenant_id, recall_id, owner_id, number, digest, request, receipt, containers, agent, key_id)
SELECT %(tenant_id)s, %(recall_id)s, %(owner_id)s, %(number)s, %(digest)s, %(request)s, %(receipt)s,
    %(containers)s::uuid[], %(agent)s, %(key_id)s::uuid
FROM set_config('synchronous_commit', 'off', true);

-- name: recalls_sweep :exec
-- Take away some receipts of the tenant that are too old, whoever asked.
DELETE FROM muniment.recalls
WHERE tenant_id = %(tenant_id)s AND recall_id IN (
    SELECT o.recall_id FROM muniment.recalls o
    WHERE o.tenant_id = %(tenant_id)s AND o.traced_at < clock_timestamp() - %(kept)s::interval
    ORDER BY o.traced_at, o.recall_id LIMIT 100);

-- name: recall_traced :one
-- A traced recall.
SELECT receipt FROM muniment.recalls WHERE tenant_id = %(tenant_id)s AND recall_id = %(recall_id)s;

-- part: recalls_asked
-- Which recalls r are asked for: a user's, or all that the principal sees; within a time, with a key, with some words in the
-- question.
r.tenant_id = %(tenant_id)s AND (%(owner_id)s::uuid IS NULL OR r.owner_id = %(owner_id)s::uuid)
  AND (%(key_id)s::uuid IS NULL OR r.key_id = %(key_id)s::uuid)
  AND (%(asked_from)s::timestamptz IS NULL OR r.traced_at >= %(asked_from)s::timestamptz)
  AND (%(asked_until)s::timestamptz IS NULL OR r.traced_at < %(asked_until)s::timestamptz)
  AND NOT EXISTS (SELECT FROM unnest(%(words)s::text[]) AS word WHERE strpos(lower(r.request), lower(word)) = 0)

-- name: recalls_list :many
-- The traced recalls of a user, or of all that the principal sees, latest first: those asked within a time, with a key, in
-- whose question some words all occur, and whose answer rests on a memory or a turn. Only a receipt that has its id somewhere is
-- read as JSON.
SELECT r.recall_id AS id, r.request AS query, r.number AS transaction, r.digest, r.traced_at,
    (r.receipt::json #>> '{basis,valid_at}')::timestamptz AS valid_at, r.receipt::json ->> 'asked_by' AS asked_by,
    u.name AS "user", r.key_id AS key
FROM muniment.recalls r
LEFT JOIN muniment.users u ON u.tenant_id = r.tenant_id AND u.user_id = r.owner_id AND u.known_until IS NULL
WHERE {recalls_asked}
  AND CASE
    WHEN %(rests_on)s::uuid IS NULL THEN true
    WHEN strpos(r.receipt, %(rests_on)s::uuid::text) > 0
    THEN coalesce((r.receipt::jsonb -> 'rests_on') ? %(rests_on)s::uuid::text, false)
    ELSE false END
  AND (%(before_at)s::timestamptz IS NULL OR r.traced_at < %(before_at)s::timestamptz
       OR (r.traced_at = %(before_at)s::timestamptz AND r.recall_id < %(before_id)s::uuid))
ORDER BY r.traced_at DESC, r.recall_id DESC
LIMIT %(limit)s;

-- name: recalls_untold :one
-- How many of the traced recalls that recalls_list looks at were kept before receipts told what the answer rests on. Within a
-- text of JSON every quotation mark has a backslash before it, so none has this.
SELECT count(*) AS count FROM muniment.recalls r
WHERE {recalls_asked} AND strpos(r.receipt, '"rests_on": [') = 0;

-- name: unit_is_known :one
-- Whether an id is of a memory or a turn that the principal may see, erased or not.
SELECT EXISTS (SELECT FROM muniment.memories m WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = %(id)s)
    OR EXISTS (SELECT FROM muniment.episodes e WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = %(id)s) AS is_known;

-- part: opposed
-- What is held in the partition q in the place of the belief m: another one in its slot, or that just this is not so, or that
-- it is. Rows of two names are compared so that no category is looked up without its entity.
CROSS JOIN LATERAL (
    SELECT m.category_key, NULL AS object_key WHERE m.cardinality = 'one'
    UNION ALL
    SELECT CASE WHEN starts_with(m.category_key, 'not ') THEN substr(m.category_key, 5) ELSE 'not ' || m.category_key END,
        m.object_key
    WHERE m.object_key IS NOT NULL) k
CROSS JOIN LATERAL (
    SELECT o.unit_no, o.memory_id, o.number, o.ordinal FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = q.partition_no
      AND (o.entity_key, o.category_key) >= (m.entity_key, k.category_key)
      AND (o.entity_key, o.category_key) <= (m.entity_key, k.category_key)
      AND (k.object_key IS NULL OR o.object_key = k.object_key) AND o.standing = 'held'
      AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s) OFFSET 0) n

-- part: narrower
-- What a narrower scope of its namespace holds in the place of the belief m as long as the version v of it does.
SELECT n.memory_id, n.number, n.ordinal
FROM muniment.partitions p
JOIN muniment.partitions q ON q.tenant_id = p.tenant_id AND q.namespace = p.namespace AND q.scope <> p.scope
    AND q.scope <> 'global' AND q.partition_no = ANY (%(partitions)s::int[])
{opposed}
CROSS JOIN LATERAL (
    SELECT FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = n.unit_no AND NOT y.gap
      AND y.known_from <= %(known)s AND (y.known_until IS NULL OR y.known_until > %(known)s)
      AND y.valid_from <= greatest(v.valid_from, %(valid_first)s)
      AND (y.valid_until IS NULL OR y.valid_until > least(coalesce(v.valid_until, 'infinity'), %(valid_last)s)
        OR y.valid_until = v.valid_until) OFFSET 0) y
WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = m.partition_no AND p.scope <> 'container'

-- part: unit_held
-- What the unit u is, if it holds at a basis and was not erased since; of a belief that holds more than once as it did last by the time that is named;
-- of a turn also how many words it has. OFFSET 0 keeps each step a look-up
-- by unit, also before statistics are gathered.
SELECT m.memory_id AS id, false AS is_episode, v.valid_from, v.valid_until, m.entity AS name, m.object AS other_name,
    false AS asks, NULL::uuid AS session_id, NULL::int AS position, m.confidence, m.is_contested,
    length(m.content) AS characters, 0 AS length
FROM (
    SELECT y.valid_from, y.valid_until FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = u.unit_no AND {y_holds_last}) v
CROSS JOIN LATERAL (
    SELECT o.memory_id, o.entity, o.object, o.confidence, o.content, o.standing = 'contested' AS is_contested
    FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.standing <> 'quarantined'
      AND o.content IS NOT NULL OFFSET 0) m
UNION ALL
SELECT e.episode_id, true, e.occurred_at, NULL, e.speaker, NULL, right(rtrim(e.content), 1) = '?', e.session_id,
    e.position, 1.0, false, length(e.content), coalesce(w.length, 0)
FROM (
    SELECT o.episode_id, o.partition_no, o.occurred_at, o.speaker, o.content, o.session_id, o.position
    FROM muniment.episodes o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.content IS NOT NULL
      AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s)
      AND o.occurred_at BETWEEN %(said_first)s AND %(said_last)s OFFSET 0) e
LEFT JOIN LATERAL (
    SELECT o.length FROM muniment.postings o
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = e.partition_no AND o.term = '' AND o.unit_no = u.unit_no
    OFFSET 0) w ON true
OFFSET 0

-- part: unit_stands
-- Whether the unit u holds at a basis, is not quarantined and was not erased since: what does not is passed over before a lane is cut. OFFSET 0 keeps
-- it a look-up.
(EXISTS (
    SELECT FROM muniment.versions y
    WHERE y.tenant_id = %(tenant_id)s AND y.unit_no = u.unit_no AND {y_holds} OFFSET 0)
 AND EXISTS (
    SELECT FROM muniment.memories o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.standing <> 'quarantined'
      AND o.content IS NOT NULL OFFSET 0)
 OR EXISTS (
    SELECT FROM muniment.episodes o
    WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = u.unit_no AND o.content IS NOT NULL
      AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s)
      AND o.occurred_at BETWEEN %(said_first)s AND %(said_last)s OFFSET 0))

-- part: lanes_held
-- What the lanes hand on: of each the first units that hold, best first.
SELECT array_agg(h.lane ORDER BY h.rank, h.unit_no) AS lanes, array_agg(h.unit_no ORDER BY h.rank, h.unit_no) AS unit_nos,
    array_agg(h.id ORDER BY h.rank, h.unit_no) AS ids, array_agg(h.id::text ORDER BY h.rank, h.unit_no) AS item_ids,
    array_agg(h.is_episode ORDER BY h.rank, h.unit_no) AS are_episodes,
    array_agg(h.valid_from ORDER BY h.rank, h.unit_no) AS valid_froms,
    array_agg(h.valid_until ORDER BY h.rank, h.unit_no) AS valid_untils,
    array_agg(h.name ORDER BY h.rank, h.unit_no) AS names, array_agg(h.other_name ORDER BY h.rank, h.unit_no) AS other_names,
    array_agg(h.asks ORDER BY h.rank, h.unit_no) AS ask, array_agg(h.session_id ORDER BY h.rank, h.unit_no) AS session_ids,
    array_agg(h.position ORDER BY h.rank, h.unit_no) AS positions,
    array_agg(h.confidence ORDER BY h.rank, h.unit_no) AS confidences,
    array_agg(h.is_contested ORDER BY h.rank, h.unit_no) AS are_contested,
    array_agg(h.characters ORDER BY h.rank, h.unit_no) AS characters,
    array_agg(h.length ORDER BY h.rank, h.unit_no) AS word_counts
FROM held h

-- part: units_measured
-- How near the units in found are to the question's vector, by what was embedded by then, and their own vectors.
SELECT array_agg(w.unit_no ORDER BY w.unit_no) AS measured_nos,
    array_agg(w.embedding <#> %(vector)b::halfvec ORDER BY w.unit_no) AS distances,
    string_agg(halfvec_send(w.embedding), ''::bytea ORDER BY w.unit_no) AS embeddings
FROM (
    SELECT o.unit_no, o.embedding FROM muniment.vectors o
    WHERE o.tenant_id = %(tenant_id)s AND o.embedder_no = %(embedder_no)s
      AND o.partition_no = ANY (%(partitions)s::int[]) AND o.unit_no = ANY (ARRAY(SELECT f.unit_no FROM found f))
      AND o.known_from <= %(known)s
    OFFSET 0) w

-- part: units_said
-- Which of the question's terms occur in the units in found, and how often, as hits: the unit, the place of the term,
-- its frequency, the length of the unit. A term is not to be looked up where lane_words named every unit that holds it.
SELECT array_agg(p.unit_no) AS said_nos, array_agg(q.place) AS places, array_agg(p.frequency::int) AS frequencies,
    array_agg(p.length::int) AS lengths
FROM unnest(%(unnamed_terms)s::text[], %(unnamed_places)s::int[]) AS q (term, place)
CROSS JOIN LATERAL (
    SELECT o.unit_no, o.frequency, o.length FROM muniment.postings o
    WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partitions)s::int[]) AND o.term = q.term
      AND o.unit_no = ANY (ARRAY(SELECT f.unit_no FROM found f))
    OFFSET 0) p

-- part: units_labelled
-- Of the units in found how many of the question's tags each carries, and how many steps it is from the question's entities:
-- looked up where lane_labels named as many as it may, for there may be more.
SELECT array_agg(b.unit_no) AS labelled_nos, array_agg(b.tags) AS tags, array_agg(b.hops) AS hops
FROM (
    SELECT f.unit_no, (count(*) FILTER (WHERE l.kind = 'tag'))::int AS tags, min(n.hops) AS hops
    FROM found f
    CROSS JOIN LATERAL (
        SELECT o.kind, o.label FROM muniment.labels o
        WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = f.unit_no
          AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s) OFFSET 0) l
    LEFT JOIN unnest(%(near_names)s::text[], %(near_hops)s::int[]) AS n (name, hops) ON l.kind = 'entity' AND n.name = l.label
    WHERE %(are_labels_cut)s AND (n.hops IS NOT NULL OR (l.kind = 'tag' AND l.label = ANY (%(tags)s::text[])))
    GROUP BY f.unit_no) b

-- part: nearest_known
-- The vectors of what is known at a basis in some partitions.
FROM muniment.vectors v
WHERE v.tenant_id = %(tenant_id)s AND v.embedder_no = %(embedder_no)s
  AND v.partition_no = ANY (%(partitions)s::int[])
  AND v.known_from <= %(known)s AND (v.known_until IS NULL OR v.known_until > %(known)s)

-- name: units_nearest :one
-- The units nearest to a vector among what is known at a basis: exact, by inner product of unit vectors.
SELECT coalesce(array_agg(n.unit_no ORDER BY n.distance, n.unit_no), '{}') AS unit_nos,
    coalesce(array_agg(n.distance ORDER BY n.distance, n.unit_no), '{}') AS distances
FROM (
    SELECT v.unit_no, v.embedding <#> %(vector)b::halfvec AS distance
    {nearest_known}
    ORDER BY distance, v.unit_no LIMIT %(wide)s) n;

-- part: reach
-- How many units a reader reads at a basis, and how long they are on average.
reach AS MATERIALIZED (
    SELECT coalesce(sum(s.units), 0)::float8 AS units,
        greatest(coalesce(sum(s.words), 0), 1)::float8 / greatest(coalesce(sum(s.units), 0), 1) AS length
    FROM unnest(%(partitions)s::int[]) AS p (partition_no)
    CROSS JOIN LATERAL (
        SELECT t.units, t.words FROM muniment.word_statistics t
        WHERE t.tenant_id = %(tenant_id)s AND t.partition_no = p.partition_no AND t.known_from <= %(known)s
        ORDER BY t.known_from DESC LIMIT 1) s
)

-- name: lane_words :one
-- The units that the question's terms score highest in (BM25, k1 = 1.2, b = 0.75, document frequencies counted
-- here, at the basis; terms behind the question's own for a tenth), best first, and which terms each of them holds, as
-- hits: the rank of the unit, the place of the term, its frequency, the length of the unit. Scores are sums of whole millionths, so that no order of addition changes
-- them. OFFSET 0 keeps each term a range of the index, also before statistics are gathered.
WITH {reach}, matches AS MATERIALIZED (
    SELECT q.place::int AS place, p.unit_no, p.frequency::float8 AS frequency, p.length::float8 AS length
    FROM unnest(%(terms)s::text[]) WITH ORDINALITY AS q (term, place)
    CROSS JOIN LATERAL (
        SELECT o.unit_no, o.frequency, o.length FROM muniment.postings o
        WHERE o.tenant_id = %(tenant_id)s AND o.partition_no = ANY (%(partitions)s::int[]) AND o.term = q.term
          AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s)
        OFFSET 0) p
), counted AS MATERIALIZED (
    SELECT m.place, count(*)::int AS units FROM matches m GROUP BY m.place
), rarity AS MATERIALIZED (
    SELECT array_agg(coalesce(c.units, 0) ORDER BY q.place) AS unit_counts,
        array_agg(CASE WHEN q.place > %(own_terms)s THEN 2.2e5::float8 ELSE 2.2e6::float8 END
            * ln(1 + (r.units - coalesce(c.units, 0) + 0.5) / (coalesce(c.units, 0) + 0.5)) ORDER BY q.place) AS idf
    FROM generate_series(1, cardinality(%(terms)s::text[])) AS q (place)
    CROSS JOIN reach r LEFT JOIN counted c ON c.place = q.place
), scored AS MATERIALIZED (
    SELECT m.unit_no, sum(((SELECT idf FROM rarity)[m.place] * m.frequency
        / (m.frequency + 0.3::float8 + m.length * (SELECT 0.9::float8 / a.length FROM reach a)))::int) AS score
    FROM matches m GROUP BY m.unit_no
), best AS MATERIALIZED (
    SELECT b.unit_no, row_number() OVER (ORDER BY b.score DESC, b.unit_no)::int AS rank
    FROM (SELECT s.unit_no, s.score FROM scored s ORDER BY s.score DESC, s.unit_no LIMIT %(wide)s) b
), hits AS MATERIALIZED (
    SELECT array_agg(b.rank) FILTER (WHERE b.rank IS NOT NULL) AS ranks,
        array_agg(m.place) FILTER (WHERE b.rank IS NOT NULL) AS places,
        array_agg(m.frequency::int) FILTER (WHERE b.rank IS NOT NULL) AS frequencies,
        array_agg(m.length::int) FILTER (WHERE b.rank IS NOT NULL) AS lengths
    FROM best b FULL JOIN matches m ON m.unit_no = b.unit_no
), held AS MATERIALIZED (
    SELECT 'words' AS lane, u.rank, u.unit_no, h.*
    FROM (SELECT b.unit_no, b.rank FROM best b ORDER BY b.rank OFFSET 0) u
    CROSS JOIN LATERAL ({unit_held}) h
    ORDER BY u.rank LIMIT %(most)s
)
SELECT r.units::bigint AS units_total, r.length AS length_mean, coalesce(y.unit_counts, '{}') AS unit_counts,
    ARRAY(SELECT b.unit_no FROM best b ORDER BY b.rank) AS named_nos, coalesce(h.ranks, '{}') AS ranks,
    coalesce(h.places, '{}') AS places, coalesce(h.frequencies, '{}') AS frequencies,
    coalesce(h.lengths, '{}') AS lengths, l.*
FROM reach r CROSS JOIN rarity y CROSS JOIN hits h CROSS JOIN ({lanes_held}) l;

-- name: lane_labels :one
-- The units that carry the question's tags (hops is null), and those of its entities and of what is linked to them
-- by a memory of both, two steps at most (hops 0, 1, 2). Only what holds leads on. Where a step named as many as it may, the
-- names of the steps after it come along: others that carry them are there too.
WITH tagged AS MATERIALIZED (
    SELECT u.unit_no, u.tags FROM (
        SELECT l.unit_no, count(*)::int AS tags FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[]) AND l.kind = 'tag'
          AND l.label = ANY (%(tags)s::text[])
          AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
        GROUP BY l.unit_no ORDER BY tags DESC, l.unit_no OFFSET 0) u
    WHERE {unit_stands} ORDER BY u.tags DESC, u.unit_no LIMIT %(wide)s
), hop0 AS MATERIALIZED (
    SELECT u.unit_no FROM (
        SELECT DISTINCT l.unit_no FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[]) AND l.kind = 'entity'
          AND l.label = ANY (%(names)s::text[])
          AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s)
        ORDER BY l.unit_no DESC OFFSET 0) u
    WHERE {unit_stands} ORDER BY u.unit_no DESC LIMIT %(wide)s
), names1 AS MATERIALIZED (
    SELECT DISTINCT n.label FROM hop0 h CROSS JOIN LATERAL (
        SELECT l.label FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.unit_no = h.unit_no AND l.kind = 'entity' OFFSET 0) n
    WHERE n.label <> ALL (%(names)s::text[])
), hop1 AS MATERIALIZED (
    SELECT u.unit_no FROM (
        SELECT DISTINCT n.unit_no FROM names1 g CROSS JOIN LATERAL (
            SELECT l.unit_no FROM muniment.labels l
            WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[]) AND l.kind = 'entity'
              AND l.label = g.label
              AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s) OFFSET 0) n
        ORDER BY n.unit_no DESC OFFSET 0) u
    WHERE {unit_stands} ORDER BY u.unit_no DESC LIMIT %(wide)s
), names2 AS MATERIALIZED (
    SELECT DISTINCT n.label FROM hop1 h CROSS JOIN LATERAL (
        SELECT l.label FROM muniment.labels l
        WHERE l.tenant_id = %(tenant_id)s AND l.unit_no = h.unit_no AND l.kind = 'entity' OFFSET 0) n
    WHERE n.label <> ALL (%(names)s::text[]) AND n.label NOT IN (SELECT g.label FROM names1 g)
), hop2 AS MATERIALIZED (
    SELECT u.unit_no FROM (
        SELECT DISTINCT n.unit_no FROM names2 g CROSS JOIN LATERAL (
            SELECT l.unit_no FROM muniment.labels l
            WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partitions)s::int[]) AND l.kind = 'entity'
              AND l.label = g.label
              AND l.known_from <= %(known)s AND (l.known_until IS NULL OR l.known_until > %(known)s) OFFSET 0) n
        ORDER BY n.unit_no DESC OFFSET 0) u
    WHERE {unit_stands} ORDER BY u.unit_no DESC LIMIT %(wide)s
), labelled AS MATERIALIZED (
    SELECT 'tags' AS lane, t.unit_no, t.tags, NULL::int AS hops FROM tagged t
    UNION ALL
    SELECT 'graph', g.unit_no, 0, min(g.hops) FROM (
        SELECT h.unit_no, 0 AS hops FROM hop0 h
        UNION ALL SELECT h.unit_no, 1 FROM hop1 h
        UNION ALL SELECT h.unit_no, 2 FROM hop2 h) g
    GROUP BY g.unit_no
), held AS MATERIALIZED (
    SELECT k.lane, x.*
    FROM (VALUES ('tags'), ('graph')) AS k (lane)
    CROSS JOIN LATERAL (
        SELECT u.rank, u.unit_no, h.*
        FROM (
            SELECT l.unit_no, row_number() OVER (ORDER BY l.hops, l.tags DESC, l.unit_no DESC) AS rank
            FROM labelled l WHERE l.lane = k.lane ORDER BY rank OFFSET 0) u
        CROSS JOIN LATERAL ({unit_held}) h
        ORDER BY u.rank LIMIT %(most)s) x
)
SELECT n.labelled_nos, n.tags, n.hops, c.is_cut,
    CASE WHEN c.is_cut THEN ARRAY(SELECT g.label FROM names1 g) ELSE '{}' END AS linked_once,
    CASE WHEN c.is_cut THEN ARRAY(SELECT g.label FROM names2 g) ELSE '{}' END AS linked_twice, l.*
FROM (
    SELECT coalesce(array_agg(d.unit_no), '{}') AS labelled_nos, coalesce(array_agg(d.tags), '{}') AS tags,
        coalesce(array_agg(d.hops), '{}') AS hops
    FROM labelled d) n
CROSS JOIN (
    SELECT %(wide)s <= ANY (ARRAY[
        (SELECT count(*) FROM tagged), (SELECT count(*) FROM hop0), (SELECT count(*) FROM hop1), (SELECT count(*) FROM hop2)]) AS is_cut) c
CROSS JOIN ({lanes_held}) l;

-- part: nearest_held
-- Of the units in nearest those that hold; how near they are, and what is known already, of which nothing else is read;
-- and which of the question's terms they hold.
held AS MATERIALIZED (
    SELECT 'vector' AS lane, u.distance AS rank, u.unit_no, h.*
    FROM (
        SELECT n.unit_no, n.distance, n.unit_no = ANY (%(known_nos)s::bigint[]) AS is_known
        FROM nearest n ORDER BY n.distance, n.unit_no OFFSET 0) u
    CROSS JOIN LATERAL (
        SELECT k.* FROM ({unit_held}) k WHERE NOT u.is_known
        UNION ALL
        SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE u.is_known) h
    ORDER BY u.distance, u.unit_no LIMIT %(most)s
), found AS MATERIALIZED (
    SELECT h.unit_no FROM held h UNION SELECT unnest(%(known_nos)s::bigint[])
)
SELECT (SELECT count(*) FROM nearest) AS named, l.*, m.*, s.*, b.*
FROM ({lanes_held}) l CROSS JOIN ({units_measured}) m CROSS JOIN ({units_said}) s CROSS JOIN ({units_labelled}) b;

-- name: lane_vector :one
-- The units nearest to the question's vector among what is known at a basis, as far as they hold: exact, by inner
-- product of unit vectors.
WITH nearest AS MATERIALIZED (
    SELECT v.unit_no, v.embedding <#> %(vector)b::halfvec AS distance
    {nearest_known}
    ORDER BY distance, v.unit_no LIMIT %(wide)s
), {nearest_held}

-- name: lane_vector_of_few :one
-- The same for a reader of little of what is stored: partition by partition through the index. A plan for any reader
-- would read all vectors; two bounds are taken for narrow, whatever they are.
WITH nearest AS MATERIALIZED (
    SELECT v.unit_no, v.embedding <#> %(vector)b::halfvec AS distance
    FROM unnest(%(partitions)s::int[]) AS p (partition_no)
    CROSS JOIN LATERAL (
        SELECT o.unit_no, o.embedding FROM muniment.vectors o
        WHERE o.tenant_id = %(tenant_id)s AND o.embedder_no = %(embedder_no)s
          AND o.partition_no BETWEEN p.partition_no AND p.partition_no
          AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s) OFFSET 0) v
    ORDER BY distance, v.unit_no LIMIT %(wide)s
), {nearest_held}

-- name: lane_vector_approximate :one
-- The same where the tenant's index leads to: not surely the nearest. {dimensions} is what the index was made for.
WITH nearest AS MATERIALIZED (
    SELECT v.unit_no, v.embedding <#> %(vector)b::halfvec AS distance
    {nearest_known}
    ORDER BY v.embedding::halfvec({dimensions}) <#> %(vector)b::halfvec LIMIT %(wide)s
), {nearest_held}

-- name: search_index :exec
-- Let lane_vector_approximate be planned for its tenant, whose index no other plan knows of, and search it until enough
-- is found, as pgvector does since 0.8: its settings are there once it has read a vector.
SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('hnsw.ef_search', '400', true),
    CASE WHEN current_setting('hnsw.iterative_scan', true) IS NOT NULL
        THEN set_config('hnsw.iterative_scan', 'strict_order', true) END
FROM (SELECT '[1]'::halfvec) AS read;

-- name: lane_pages :one
-- What the pages cite that fit a question, page by page, by the revision that was known at a basis: those of its
-- entities first, then those whose title it has all words of, then the nearest by vector; and what the snapshot cites.
-- As far as that holds, with how near it is to the question, and which of some terms it holds. Besides, every unit that
-- those pages cite: other lanes may find it.
WITH known AS MATERIALIZED (
    SELECT p.page_id, p.kind, r.memory_ids, r.episode_ids,
        coalesce(p.entity_key = ANY (%(names)s::text[]), false) AS is_named,
        p.terms <> '{}' AND p.terms <@ %(terms)s::text[] AS is_titled,
        (SELECT v.embedding <#> %(vector)b::halfvec FROM muniment.page_vectors v
         WHERE v.tenant_id = %(tenant_id)s AND v.embedder_no = %(embedder_no)s AND v.partition_no = p.partition_no
           AND v.page_id = p.page_id AND v.revision = r.revision AND v.known_from <= %(known)s) AS distance
    FROM muniment.pages p
    JOIN muniment.page_revisions r ON r.tenant_id = p.tenant_id AND r.page_id = p.page_id
    WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = ANY (%(partitions)s::int[])
      AND p.known_from <= %(known)s AND (p.known_until IS NULL OR p.known_until > %(known)s)
      AND r.known_from <= %(known)s AND (r.known_until IS NULL OR r.known_until > %(known)s)
), fitting AS MATERIALIZED (
    SELECT 'pages' AS lane, f.page_id, f.memory_ids, f.episode_ids, f.place FROM (
        SELECT k.*, row_number() OVER (
            ORDER BY k.is_named DESC, k.is_titled DESC, k.distance NULLS LAST, k.page_id) AS place
        FROM known k
        WHERE k.kind <> 'snapshot' AND (k.is_named OR k.is_titled OR k.distance <= %(distance_max)s::float8)) f
    WHERE f.place <= %(pages_max)s
    UNION ALL
    SELECT 'snapshot', k.page_id, k.memory_ids, '{}', 1 FROM known k WHERE k.kind = 'snapshot'
), cited AS MATERIALIZED (
    SELECT f.lane, f.place, f.page_id, 1 AS kind, c.place AS cite, m.unit_no
    FROM fitting f CROSS JOIN LATERAL unnest(f.memory_ids) WITH ORDINALITY AS c (memory_id, place)
    CROSS JOIN LATERAL (
        SELECT o.unit_no FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = c.memory_id AND o.partition_no = ANY (%(partitions)s::int[])
          AND o.known_from <= %(known)s AND (o.known_until IS NULL OR o.known_until > %(known)s) OFFSET 0) m
    UNION ALL
    SELECT f.lane, f.place, f.page_id, 2, c.place, e.unit_no
    FROM fitting f CROSS JOIN LATERAL unnest(f.episode_ids) WITH ORDINALITY AS c (episode_id, place)
    CROSS JOIN LATERAL (
        SELECT o.unit_no FROM muniment.episodes o
        WHERE o.tenant_id = %(tenant_id)s AND o.episode_id = c.episode_id
          AND o.partition_no = ANY (%(partitions)s::int[]) OFFSET 0) e
), held AS MATERIALIZED (
    SELECT k.lane, x.*
    FROM (VALUES ('pages'), ('snapshot')) AS k (lane)
    CROSS JOIN LATERAL (
        SELECT u.rank, u.unit_no, h.*
        FROM (
            SELECT r.unit_no, min(r.rank) AS rank FROM (
                SELECT c.unit_no, row_number() OVER (
                    ORDER BY c.place, c.page_id, c.kind, c.cite, c.unit_no) AS rank
                FROM cited c WHERE c.lane = k.lane) r
            GROUP BY r.unit_no ORDER BY rank OFFSET 0) u
        CROSS JOIN LATERAL ({unit_held}) h
        ORDER BY u.rank LIMIT %(most)s) x
), found AS MATERIALIZED (
    SELECT DISTINCT h.unit_no FROM held h
)
SELECT ARRAY(SELECT c.unit_no FROM cited c WHERE c.lane = 'pages') AS cited_nos, l.*, m.*, s.*, b.*
FROM ({lanes_held}) l CROSS JOIN ({units_measured}) m CROSS JOIN ({units_said}) s CROSS JOIN ({units_labelled}) b;

-- name: lane_beside :one
-- The turns that stand beside some turns in their sessions and were not found already, as far as they hold; how near
-- they are to the question, and which of some terms they hold.
WITH held AS MATERIALIZED (
    SELECT 'beside' AS lane, u.unit_no AS rank, u.unit_no, h.*
    FROM (
        SELECT DISTINCT e.unit_no
        FROM unnest(%(unit_nos)s::bigint[]) AS f (unit_no)
        CROSS JOIN LATERAL (
            SELECT o.session_id, o.partition_no, o.position FROM muniment.episodes o
            WHERE o.tenant_id = %(tenant_id)s AND o.unit_no = f.unit_no OFFSET 0) t
        CROSS JOIN LATERAL (
            SELECT o.unit_no FROM muniment.episodes o
            WHERE o.tenant_id = %(tenant_id)s AND o.session_id = t.session_id AND o.partition_no = t.partition_no
              AND o.position BETWEEN t.position - %(beside)s AND t.position + %(beside)s OFFSET 0) e
        WHERE e.unit_no <> ALL (%(handed_on)s::bigint[]) OFFSET 0) u
    CROSS JOIN LATERAL ({unit_held}) h
), found AS MATERIALIZED (
    SELECT h.unit_no FROM held h
)
SELECT l.*, m.*, s.*, b.*
FROM ({lanes_held}) l CROSS JOIN ({units_measured}) m CROSS JOIN ({units_said}) s CROSS JOIN ({units_labelled}) b;
