-- name: purge_memories :many
-- Some memories: whether each is believed still, and whether its words were erased.
SELECT m.memory_id, bool_or(m.known_until IS NULL) AS is_open, bool_and(m.content IS NULL) AS is_erased
FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = ANY (%(memory_ids)s::uuid[])
GROUP BY m.memory_id
ORDER BY m.memory_id;

-- name: purge_episodes :many
-- Some turns, with their words, and whether those were erased.
SELECT e.number, e.ordinal, e.episode_id, e.unit_no, e.partition_no, e.speaker, coalesce(e.content, '') AS content, e.caption,
    e.known_until, e.content IS NULL AS is_erased
FROM muniment.episodes e
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(episode_ids)s::uuid[])
ORDER BY e.episode_id;

-- name: purge_of_user :one
-- The next memories, turns and pages of a user that have words still, and how many there are of the first two.
WITH memories AS MATERIALIZED (
    SELECT DISTINCT m.memory_id FROM muniment.memories m
    JOIN muniment.partitions p ON p.tenant_id = m.tenant_id AND p.partition_no = m.partition_no
    WHERE m.tenant_id = %(tenant_id)s AND p.owner_id = %(owner_id)s AND m.content IS NOT NULL
), episodes AS MATERIALIZED (
    SELECT e.episode_id FROM muniment.episodes e
    JOIN muniment.partitions p ON p.tenant_id = e.tenant_id AND p.partition_no = e.partition_no
    WHERE e.tenant_id = %(tenant_id)s AND p.owner_id = %(owner_id)s AND e.content IS NOT NULL
)
SELECT ARRAY(SELECT m.memory_id FROM memories m ORDER BY m.memory_id LIMIT %(limit)s) AS memory_ids,
    ARRAY(SELECT e.episode_id FROM episodes e ORDER BY e.episode_id LIMIT %(limit)s) AS episode_ids,
    ARRAY(
        SELECT DISTINCT g.page_id FROM muniment.pages g
        JOIN muniment.partitions p ON p.tenant_id = g.tenant_id AND p.partition_no = g.partition_no
        WHERE g.tenant_id = %(tenant_id)s AND p.owner_id = %(owner_id)s AND g.title IS NOT NULL
        ORDER BY g.page_id LIMIT %(limit)s) AS page_ids,
    (SELECT count(*) FROM memories) + (SELECT count(*) FROM episodes) AS count;

-- name: purge_resting :many
-- The memories that were never told but by some turns, and have words still.
SELECT DISTINCT a.memory_id
FROM muniment.assertions a
WHERE a.tenant_id = %(tenant_id)s AND a.episode_id = ANY (%(episode_ids)s::uuid[])
  AND NOT EXISTS (
    SELECT FROM muniment.assertions b
    WHERE b.tenant_id = %(tenant_id)s AND b.memory_id = a.memory_id AND NOT b.gap
      AND (b.episode_id IS NULL OR b.episode_id <> ALL (%(episode_ids)s::uuid[])))
  AND EXISTS (
    SELECT FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = a.memory_id AND m.content IS NOT NULL)
ORDER BY a.memory_id;

-- name: purge_told_in :many
-- The turns that told some memories and keep their words.
SELECT DISTINCT a.episode_id
FROM muniment.assertions a
JOIN muniment.episodes e ON e.tenant_id = a.tenant_id AND e.episode_id = a.episode_id AND e.content IS NOT NULL
WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = ANY (%(memory_ids)s::uuid[])
  AND a.episode_id <> ALL (%(episode_ids)s::uuid[])
ORDER BY a.episode_id;

-- name: purge_units :many
-- The searchable units of some memories and turns that have words still, and the keys that rivals of the memories are found by.
SELECT m.unit_no, m.partition_no, m.content, m.entity, m.category, m.object, NULL::text AS speaker, NULL::text AS caption,
    false AS is_episode, m.match_key
FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = ANY (%(memory_ids)s::uuid[]) AND m.content IS NOT NULL
UNION ALL
SELECT e.unit_no, e.partition_no, e.content, NULL, NULL, NULL, e.speaker, e.caption, true, NULL
FROM muniment.episodes e
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(episode_ids)s::uuid[]) AND e.content IS NOT NULL
ORDER BY unit_no;

-- name: purge_rows :many
-- The rows that hold words of some memories, turns and pages: their own, what was said for them, what was decided about them,
-- and the revisions of pages that quote them. A page goes with its last revision. `is_open` says which rows are to be closed,
-- `page_id` which pages go.
WITH memories AS MATERIALIZED (
    SELECT m.id FROM unnest(%(memory_ids)s::uuid[]) AS m (id)
), episodes AS MATERIALIZED (
    SELECT e.id FROM unnest(%(episode_ids)s::uuid[]) AS e (id)
), quoting AS MATERIALIZED (
    SELECT r.number, r.ordinal, r.page_id, r.known_until IS NULL AS is_open FROM muniment.page_revisions r
    WHERE r.tenant_id = %(tenant_id)s AND r.body IS NOT NULL AND r.page_id = ANY (%(page_ids)s::uuid[])
    UNION
    SELECT r.number, r.ordinal, r.page_id, r.known_until IS NULL FROM muniment.page_revisions r
    CROSS JOIN LATERAL unnest(r.memory_ids) AS c (id) JOIN memories m ON m.id = c.id
    WHERE r.tenant_id = %(tenant_id)s AND r.body IS NOT NULL
    UNION
    SELECT r.number, r.ordinal, r.page_id, r.known_until IS NULL FROM muniment.page_revisions r
    CROSS JOIN LATERAL unnest(r.episode_ids) AS c (id) JOIN episodes e ON e.id = c.id
    WHERE r.tenant_id = %(tenant_id)s AND r.body IS NOT NULL
), emptied AS MATERIALIZED (
    SELECT q.page_id FROM (SELECT page_id FROM quoting UNION SELECT unnest(%(page_ids)s::uuid[])) q
    WHERE NOT EXISTS (
        SELECT FROM muniment.page_revisions r
        WHERE r.tenant_id = %(tenant_id)s AND r.page_id = q.page_id AND r.body IS NOT NULL
          AND (r.number, r.ordinal) NOT IN (SELECT o.number, o.ordinal FROM quoting o))
)
SELECT 'memories' AS kept_in, m.number, m.ordinal, false AS is_open, NULL::uuid AS page_id FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = ANY (%(memory_ids)s::uuid[]) AND m.content IS NOT NULL
UNION ALL
SELECT 'assertions', a.number, a.ordinal, false, NULL FROM muniment.assertions a
WHERE a.tenant_id = %(tenant_id)s AND a.memory_id = ANY (%(memory_ids)s::uuid[])
  AND (a.source IS NOT NULL OR a.salt IS NOT NULL)
UNION ALL
SELECT 'episodes', e.number, e.ordinal, false, NULL FROM muniment.episodes e
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(episode_ids)s::uuid[]) AND e.content IS NOT NULL
UNION ALL
SELECT 'decisions', d.number, d.ordinal, false, NULL FROM (
    SELECT d.number, d.ordinal FROM muniment.decisions d
    WHERE d.tenant_id = %(tenant_id)s AND d.rationale IS NOT NULL AND d.memory_id = ANY (%(memory_ids)s::uuid[])
    UNION
    SELECT d.number, d.ordinal FROM muniment.decisions d
    WHERE d.tenant_id = %(tenant_id)s AND d.rationale IS NOT NULL AND d.episode_id = ANY (%(episode_ids)s::uuid[])
    UNION
    SELECT d.number, d.ordinal FROM muniment.decisions d
    CROSS JOIN LATERAL unnest(d.candidates) AS c (id) JOIN memories m ON m.id = c.id
    WHERE d.tenant_id = %(tenant_id)s AND d.rationale IS NOT NULL) d
UNION ALL
SELECT 'contradictions', c.number, c.ordinal, false, NULL FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.rationale IS NOT NULL
  AND (c.first_id = ANY (%(memory_ids)s::uuid[]) OR c.second_id = ANY (%(memory_ids)s::uuid[]))
UNION ALL
SELECT 'page_revisions', q.number, q.ordinal, q.is_open AND q.page_id IN (SELECT page_id FROM emptied), NULL FROM quoting q
UNION ALL
SELECT 'pages', p.number, p.ordinal, p.known_until IS NULL, p.page_id FROM muniment.pages p
WHERE p.tenant_id = %(tenant_id)s AND p.title IS NOT NULL AND p.page_id IN (SELECT page_id FROM emptied)
ORDER BY kept_in, number, ordinal;

-- name: page_vectors_purge :exec
-- Take away what revisions of pages are found by that have no words any more.
DELETE FROM muniment.page_vectors v USING muniment.page_revisions r
WHERE v.tenant_id = %(tenant_id)s AND r.tenant_id = v.tenant_id AND r.page_id = v.page_id AND r.revision = v.revision
  AND r.body IS NULL;

-- name: units_purge :many
-- Take away the vectors, labels and words of units, and keep how many words each had. The keys of words are made from the
-- text again; told are the units of which not all were found so.
WITH units AS MATERIALIZED (
    SELECT * FROM unnest(%(unit_nos)s::bigint[], %(partition_nos)s::int[], %(texts)s::text[]) AS u (unit_no, partition_no, text)
), vectors AS (
    DELETE FROM muniment.vectors v USING units u, muniment.embedders e
    WHERE v.tenant_id = %(tenant_id)s AND e.tenant_id = v.tenant_id AND v.embedder_no = e.embedder_no
      AND v.partition_no = u.partition_no AND v.unit_no = u.unit_no
), labels AS (
    DELETE FROM muniment.labels l USING units u WHERE l.tenant_id = %(tenant_id)s AND l.unit_no = u.unit_no
), words AS (
    DELETE FROM muniment.postings p USING units u
    CROSS JOIN LATERAL unnest(to_tsvector(%(language)s::regconfig, u.text)) AS x (lexeme, positions, weights)
    WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = u.partition_no AND p.term = x.lexeme AND p.unit_no = u.unit_no
    RETURNING p.unit_no, p.frequency
)
SELECT u.unit_no FROM units u
JOIN muniment.postings p ON p.tenant_id = %(tenant_id)s AND p.partition_no = u.partition_no AND p.term = '' AND p.unit_no = u.unit_no
LEFT JOIN (SELECT w.unit_no, sum(w.frequency) AS found FROM words w GROUP BY w.unit_no) w ON w.unit_no = u.unit_no
WHERE p.length <> coalesce(w.found, 0)
ORDER BY u.unit_no;

-- name: words_purge :exec
-- Take away the words of units that other rules made: all words of their partitions are passed.
DELETE FROM muniment.postings p
WHERE p.tenant_id = %(tenant_id)s AND p.partition_no = ANY (%(partition_nos)s::int[]) AND p.term <> ''
  AND p.unit_no = ANY (%(unit_nos)s::bigint[]);

-- name: rival_groups_purge :exec
-- Take away where rivals are found by keys that no memory with words has any more.
DELETE FROM muniment.rival_groups g
WHERE g.tenant_id = %(tenant_id)s AND g.match_key = ANY (%(match_keys)s::uuid[])
  AND NOT EXISTS (
    SELECT FROM muniment.memories m
    WHERE m.tenant_id = g.tenant_id AND m.rivals_key = g.rivals_key AND m.match_key = g.match_key);

-- name: memories_purge :exec
-- Take the words of rows away; every one of them must be reached.
WITH erased AS (
    UPDATE muniment.memories t SET content = NULL, entity = NULL, entity_key = NULL, category = NULL, category_key = NULL,
        object = NULL, object_key = NULL, tags = '{}', metadata = NULL, match_key = NULL, salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: assertions_purge :exec
-- Take the words of rows away, as memories_purge does.
WITH erased AS (
    UPDATE muniment.assertions t SET source = NULL, salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: episodes_purge :exec
-- Take the words of rows away, as memories_purge does.
WITH erased AS (
    UPDATE muniment.episodes t SET content = NULL, caption = NULL, speaker = NULL, source_id = NULL, metadata = NULL, salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: decisions_purge :exec
-- Take the words of rows away, as memories_purge does.
WITH erased AS (
    UPDATE muniment.decisions t SET claim = NULL, rationale = NULL, salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: contradictions_purge :exec
-- Take the words of rows away, as memories_purge does.
WITH erased AS (
    UPDATE muniment.contradictions t SET rationale = NULL, salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: pages_purge :exec
-- Take the words of rows away, as memories_purge does.
WITH erased AS (
    UPDATE muniment.pages t SET slug = NULL, title = NULL, entity = NULL, entity_key = NULL, category = NULL,
        category_key = NULL, terms = '{}', salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: page_revisions_purge :exec
-- Take the words of rows away, as memories_purge does.
WITH erased AS (
    UPDATE muniment.page_revisions t SET body = NULL, note = NULL, salt = NULL
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    WHERE t.tenant_id = %(tenant_id)s AND t.number = c.number AND t.ordinal = c.ordinal
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM erased;

-- name: answers_purge :exec
-- Take away the answers that name some ids, which stand in quotes, whoever was answered: those kept for writes that are sent again, and those kept
-- with tasks that are done, which name pages by what they are called.
WITH named AS MATERIALIZED (
    SELECT i.id::text AS id FROM unnest(%(ids)s::uuid[]) AS i (id)
), answers AS MATERIALIZED (
    SELECT DISTINCT a.owner_id, a.key FROM muniment.idempotent_answers a
    CROSS JOIN LATERAL unnest(string_to_array(a.answer, '"')) AS w (word)
    JOIN named n ON n.id = w.word
    WHERE a.tenant_id = %(tenant_id)s
), results AS MATERIALIZED (
    SELECT DISTINCT t.task_id FROM muniment.tasks t
    CROSS JOIN LATERAL unnest(string_to_array(t.result, '"')) AS w (word)
    JOIN named n ON n.id = w.word
    WHERE t.tenant_id = %(tenant_id)s AND t.ended_at IS NOT NULL
), tasks AS (
    DELETE FROM muniment.tasks t USING results r WHERE t.tenant_id = %(tenant_id)s AND t.task_id = r.task_id
)
DELETE FROM muniment.idempotent_answers a USING answers n
WHERE a.tenant_id = %(tenant_id)s AND a.owner_id = n.owner_id AND a.key = n.key;

-- name: asked_purge :exec
-- Take away what a user asked, what was done or is due for it but for what runs, and the answers kept for its writes that
-- are sent again.
WITH recalls AS (
    DELETE FROM muniment.recalls r WHERE r.tenant_id = %(tenant_id)s AND r.owner_id = %(owner_id)s
), tasks AS (
    DELETE FROM muniment.tasks t
    WHERE t.tenant_id = %(tenant_id)s AND t.owner_id = %(owner_id)s AND t.state <> 'running'
    RETURNING t.job_no
), schedules AS (
    DELETE FROM muniment.schedules s WHERE s.tenant_id = %(tenant_id)s AND s.owner_id = %(owner_id)s
    RETURNING s.job_no
), jobs AS (
    DELETE FROM muniment_queue.pgqueuer q
    WHERE q.id IN (SELECT t.job_no FROM tasks t UNION ALL SELECT s.job_no FROM schedules s)
)
DELETE FROM muniment.idempotent_answers a WHERE a.tenant_id = %(tenant_id)s AND a.owner_id = %(owner_id)s;
