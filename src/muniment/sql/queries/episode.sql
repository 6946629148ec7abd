-- name: episodes_there :many
-- That episodes are there, and how long they are.
SELECT episode_id, length(content) AS characters FROM muniment.episodes
WHERE tenant_id = %(tenant_id)s AND episode_id = ANY (%(episode_ids)s::uuid[]) AND known_until IS NULL;

-- name: episodes_by_source :many
-- Which turns of sessions are stored already in the partitions of some owners and namespaces, by the source's ids, with
-- a digest of their words, null once those are erased; which are hidden, or were learnt from. The order says which index
-- to look them up in: while there are no turns, one is as good as another, and the plan that is made then stays.
SELECT e.episode_id, e.session_id, e.partition_no, e.source_id,
    sha256(convert_to(e.content, 'UTF8')) AS words, e.known_until IS NOT NULL OR EXISTS (
    SELECT FROM muniment.decisions d WHERE d.tenant_id = %(tenant_id)s AND d.episode_id = e.episode_id OFFSET 0) AS is_done
FROM unnest(%(session_ids)s::uuid[], %(source_ids)s::text[]) AS s (session_id, source_id)
CROSS JOIN muniment.partitions p
CROSS JOIN LATERAL (
    SELECT * FROM muniment.episodes r
    WHERE r.tenant_id = %(tenant_id)s AND r.session_id = s.session_id AND r.partition_no = p.partition_no
      AND r.source_id >= s.source_id AND r.source_id <= s.source_id
    ORDER BY r.session_id, r.partition_no, r.source_id LIMIT 1) e
WHERE p.tenant_id = %(tenant_id)s AND p.owner_id = ANY (%(owner_ids)s::uuid[])
  AND p.namespace = ANY (%(namespaces)s::text[]);

-- name: sessions_end :many
-- The last position in each session, in the partitions of some owners and namespaces.
SELECT s.session_id, p.partition_no, e.position
FROM unnest(%(session_ids)s::uuid[]) AS s (session_id)
CROSS JOIN muniment.partitions p
CROSS JOIN LATERAL (
    SELECT r.position FROM muniment.episodes r
    WHERE r.tenant_id = %(tenant_id)s AND r.session_id = s.session_id AND r.partition_no = p.partition_no
    ORDER BY r.position DESC LIMIT 1) e
WHERE p.tenant_id = %(tenant_id)s AND p.owner_id = ANY (%(owner_ids)s::uuid[])
  AND p.namespace = ANY (%(namespaces)s::text[]);

-- name: episodes_before :many
-- The last turns of sessions in a namespace that were told by a time, are not hidden and not left out, in the order of units.
SELECT e.session_id, e.speaker, e.content
FROM unnest(%(session_ids)s::uuid[]) AS s (session_id)
CROSS JOIN LATERAL (
    SELECT t.session_id, t.speaker, t.content, t.unit_no
    FROM muniment.partitions p
    CROSS JOIN LATERAL (
        SELECT r.session_id, r.speaker, r.content, r.unit_no FROM muniment.episodes r
        WHERE r.tenant_id = %(tenant_id)s AND r.session_id = s.session_id AND r.partition_no = p.partition_no
          AND r.known_until IS NULL AND r.content IS NOT NULL AND r.occurred_at <= %(told_until)s
          AND r.episode_id <> ALL (%(without)s::uuid[])
        ORDER BY r.position DESC LIMIT %(turns_max)s) t
    WHERE p.tenant_id = %(tenant_id)s AND p.namespace = %(namespace)s
    ORDER BY t.unit_no DESC LIMIT %(turns_max)s) e
ORDER BY e.unit_no;

-- name: episode_said :one
-- An episode, hidden or not, that was not erased.
SELECT number, ordinal, unit_no, partition_no, speaker, content, caption, known_until
FROM muniment.episodes
WHERE tenant_id = %(tenant_id)s AND episode_id = %(episode_id)s AND content IS NOT NULL
ORDER BY number DESC, ordinal DESC LIMIT 1;

-- name: episode_beliefs :many
-- The beliefs that rest on a turn, and on nothing else but turns that are hidden.
SELECT DISTINCT a.memory_id
FROM muniment.assertions a
JOIN muniment.memories m ON m.tenant_id = a.tenant_id AND m.memory_id = a.memory_id AND m.known_until IS NULL
WHERE a.tenant_id = %(tenant_id)s AND a.episode_id = %(episode_id)s AND NOT a.gap AND a.known_until IS NULL
  AND NOT EXISTS (
    SELECT FROM muniment.assertions b
    WHERE b.tenant_id = %(tenant_id)s AND b.memory_id = a.memory_id AND NOT b.gap AND b.known_until IS NULL
      AND b.episode_id IS DISTINCT FROM a.episode_id
      AND NOT EXISTS (
        SELECT FROM muniment.episodes e
        WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = b.episode_id AND e.known_until IS NOT NULL))
ORDER BY a.memory_id;
