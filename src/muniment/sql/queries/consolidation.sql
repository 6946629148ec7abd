-- name: episodes_due :many
-- Turns that are not hidden and that somebody has not read for what they claim, oldest first, with who has.
SELECT e.episode_id, e.partition_no, e.session_id, c.name AS session, e.speaker, e.content, e.caption, e.occurred_at,
    e.source_id, ARRAY(
        SELECT DISTINCT d.extracted_by FROM muniment.decisions d
        WHERE d.tenant_id = %(tenant_id)s AND d.episode_id = e.episode_id ORDER BY d.extracted_by) AS read_by
FROM muniment.episodes e
LEFT JOIN LATERAL (
    SELECT n.name FROM muniment.containers n
    WHERE n.tenant_id = %(tenant_id)s AND n.container_id = e.session_id ORDER BY n.number, n.ordinal LIMIT 1) c ON true
WHERE e.tenant_id = %(tenant_id)s AND e.partition_no = ANY (%(partition_nos)s::int[]) AND e.known_until IS NULL
  AND e.content IS NOT NULL
  AND (%(since)s::timestamptz IS NULL OR e.occurred_at >= %(since)s::timestamptz)
  AND NOT EXISTS (
    SELECT FROM muniment.decisions d
    WHERE d.tenant_id = %(tenant_id)s AND d.episode_id = e.episode_id AND d.extracted_by = %(by)s
    OFFSET 0)
ORDER BY e.number, e.ordinal LIMIT %(limit)s;

-- name: episodes_open :many
-- Which turns are not hidden, and by whom they were read.
SELECT e.episode_id, ARRAY(
    SELECT DISTINCT d.extracted_by FROM muniment.decisions d
    WHERE d.tenant_id = %(tenant_id)s AND d.episode_id = e.episode_id ORDER BY d.extracted_by) AS read_by
FROM muniment.episodes e
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(episode_ids)s::uuid[]) AND e.known_until IS NULL
ORDER BY e.episode_id;

-- name: episode_words_withdrawn :many
-- Which words of turns (all of a turn, if no span) something rested on that was forgotten, retracted or put in other words.
SELECT DISTINCT a.episode_id, a.span_from, a.span_until FROM muniment.assertions a
LEFT JOIN muniment.memories m ON m.tenant_id = %(tenant_id)s AND m.memory_id = a.memory_id AND m.known_until IS NULL
CROSS JOIN LATERAL (
    SELECT b.content, b.object FROM muniment.memories b
    WHERE b.tenant_id = %(tenant_id)s AND b.memory_id = a.memory_id AND b.known_from <= a.known_from
    ORDER BY b.number DESC, b.ordinal DESC LIMIT 1) o
WHERE a.tenant_id = %(tenant_id)s AND a.episode_id = ANY (%(episode_ids)s::uuid[]) AND NOT a.gap
  AND (m.memory_id IS NULL OR (m.content, m.object) IS DISTINCT FROM (o.content, o.object))
ORDER BY a.episode_id, a.span_from, a.span_until;

-- name: contradictions_between :many
-- Which pairs of beliefs were noted as contradictions by a transaction (or now), settled or not.
SELECT DISTINCT c.first_id, c.second_id FROM muniment.contradictions c
WHERE c.tenant_id = %(tenant_id)s AND c.partition_no = ANY (%(partition_nos)s::int[]) AND (%(as_of)s::timestamptz IS NULL OR c.known_from <= %(as_of)s::timestamptz)
ORDER BY c.first_id, c.second_id;

-- name: times_unread :many
-- Held beliefs that rest on a turn and begin with it, whose words may name another time.
SELECT m.memory_id, m.content, e.occurred_at
FROM muniment.memories m
CROSS JOIN LATERAL (
    SELECT o.episode_id, o.valid_from FROM muniment.assertions o
    WHERE o.tenant_id = %(tenant_id)s AND o.memory_id = m.memory_id AND NOT o.gap AND o.known_until IS NULL
      AND o.episode_id IS NOT NULL ORDER BY o.number, o.ordinal LIMIT 1) a
CROSS JOIN LATERAL (
    SELECT o.occurred_at FROM muniment.episodes o
    WHERE o.tenant_id = %(tenant_id)s AND o.episode_id = a.episode_id AND o.known_until IS NULL OFFSET 0) e
WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.known_until IS NULL
  AND m.standing <> 'quarantined' AND m.content IS NOT NULL AND a.valid_from = e.occurred_at
  AND m.memory_id > %(after)s
ORDER BY m.memory_id LIMIT %(limit)s;

-- name: edges_unlinked :many
-- Facts that are not found by their subject or by their object: what a graph would miss.
SELECT m.memory_id FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.known_until IS NULL
  AND m.object_key IS NOT NULL AND m.memory_id > %(after)s AND (
    SELECT count(*) FROM muniment.labels l
    WHERE l.tenant_id = %(tenant_id)s AND l.unit_no = m.unit_no AND l.kind = 'entity' AND l.known_until IS NULL
      AND l.label IN (m.entity_key, m.object_key)) < CASE WHEN m.entity_key = m.object_key THEN 1 ELSE 2 END
ORDER BY m.memory_id LIMIT %(limit)s;

-- name: edges_count :one
-- How many facts there are.
SELECT count(*) AS count FROM muniment.memories m
WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (%(partition_nos)s::int[]) AND m.known_until IS NULL
  AND m.object_key IS NOT NULL;
