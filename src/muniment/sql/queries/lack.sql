-- name: lack_profiles :many
-- The entities of what holds at a basis, those with the most beliefs first: what is said of each, and whether it speaks.
SELECT s.key, s.name, s.categories, EXISTS (
    SELECT FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.partition_no = ANY (%(partition_nos)s::int[]) AND l.kind = 'speaker'
      AND l.label = s.key AND l.known_from <= %(as_of)s
      AND (l.known_until IS NULL OR l.known_until > %(as_of)s)) AS speaks
FROM (
    SELECT m.entity_key AS key, (array_agg(m.entity ORDER BY v.number DESC, v.ordinal DESC))[1] AS name,
        array_agg(DISTINCT m.category_key) AS categories, count(DISTINCT m.memory_id) AS beliefs
    FROM muniment.versions v
    JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
    WHERE {v_holds}
      AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.entity_key IS NOT NULL AND m.category_key IS NOT NULL
      AND m.content IS NOT NULL AND m.standing <> 'quarantined'
    GROUP BY m.entity_key) s
ORDER BY s.beliefs DESC, s.key
LIMIT %(limit)s;

-- name: lack_there :one
-- How many beliefs hold at a basis, and of how many entities something does.
SELECT count(DISTINCT m.memory_id) AS beliefs,
    count(DISTINCT m.entity_key) FILTER (WHERE m.category_key IS NOT NULL) AS entities
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
WHERE {v_holds}
  AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.content IS NOT NULL AND m.standing <> 'quarantined';

-- name: lack_beliefs :many
-- What holds of some entities, or some memories, at a basis, and who vouches for it: how many sources say so (turns,
-- other sources, writers), when it was last said, and whether an open contradiction names it.
SELECT m.memory_id, m.entity, m.category, m.category_key, m.confidence, e.sources, e.last_said,
    m.standing = 'contested' OR EXISTS (SELECT {reviews_of_m}) AS is_contradicted
FROM muniment.versions v
JOIN muniment.memories m ON m.tenant_id = v.tenant_id AND m.unit_no = v.unit_no
CROSS JOIN LATERAL (
    SELECT count(DISTINCT coalesce(a.episode_id::text, a.source, a.actor)) AS sources,
        max(coalesce(t.occurred_at, a.known_from)) AS last_said
    FROM muniment.assertions a
    LEFT JOIN muniment.episodes t ON t.tenant_id = a.tenant_id AND t.episode_id = a.episode_id
    WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = v.memory_id AND NOT a.gap
      AND a.known_from <= %(as_of)s AND (a.known_until IS NULL OR a.known_until > %(as_of)s)) e
WHERE {v_holds}
  AND m.content IS NOT NULL AND m.standing <> 'quarantined'
  AND (m.entity_key = ANY (%(entity_keys)s::text[]) OR m.memory_id = ANY (%(memory_ids)s::uuid[]))
ORDER BY m.entity_key, m.category_key, v.valid_from, m.memory_id, v.number, v.ordinal
LIMIT %(limit)s;

-- name: lack_lifetimes :many
-- How long beliefs of some categories held before something else did or they ended: the middle one, of those that have.
SELECT m.category_key, count(*) AS ended,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY v.valid_until - v.valid_from) AS lifetime
FROM muniment.memories m
JOIN muniment.versions v ON v.tenant_id = m.tenant_id AND v.unit_no = m.unit_no
WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[])
  AND m.category_key = ANY (%(category_keys)s::text[]) AND m.standing = 'held' AND NOT v.gap
  AND v.known_from <= %(as_of)s AND (v.known_until IS NULL OR v.known_until > %(as_of)s)
  AND v.valid_until <= %(valid_at)s
GROUP BY m.category_key
ORDER BY m.category_key;

-- name: lack_asked :many
-- The latest traced questions of a user by a transaction and a time (NULL: whenever), each once: how often it was asked,
-- by whom the last time of what was known latest, and whether there was no answer then.
SELECT q.question, q.times, q.speaker, q.abstained FROM (
    SELECT DISTINCT ON (r.request) r.request AS question, count(*) OVER (PARTITION BY r.request) AS times,
        r.receipt::json #>> '{question,speaker}' AS speaker, r.receipt::json ->> 'abstained' AS abstained, r.traced_at
    FROM (
        SELECT t.request, t.receipt, t.number, t.traced_at, t.recall_id FROM muniment.recalls t
        WHERE t.tenant_id = %(tenant_id)s AND t.owner_id = %(user_id)s AND t.number <= %(number)s
          AND (%(asked_by)s::timestamptz IS NULL OR t.traced_at <= %(asked_by)s::timestamptz)
        ORDER BY t.traced_at DESC, t.recall_id DESC LIMIT %(limit)s) r
    WHERE r.receipt::json #>> '{question,namespace}' = %(namespace)s
    ORDER BY r.request, r.number DESC, r.traced_at DESC, r.recall_id DESC) q
ORDER BY q.times DESC, q.question;

-- name: lack_covered :one
-- How many of a question's words occur in some texts, as the tenant's language stems them.
SELECT count(*) AS words, count(*) FILTER (WHERE w.term IN (
    SELECT x.lexeme FROM unnest(%(texts)s::text[]) AS t (text)
    CROSS JOIN LATERAL unnest(to_tsvector(n.language::regconfig, t.text)) AS x (lexeme, positions, weights))) AS covered
FROM muniment.tenants n
CROSS JOIN LATERAL (
    SELECT q.lexeme AS term FROM unnest(to_tsvector(n.language::regconfig, %(question)s::text))
        AS q (lexeme, positions, weights)) w
WHERE n.tenant_id = %(tenant_id)s AND n.known_until IS NULL;
