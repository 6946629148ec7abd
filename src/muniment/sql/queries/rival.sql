-- part: partitions_meant
-- The partitions of a namespace in a place: what any of its visibilities holds for an agent, or for all.
SELECT p.partition_no FROM muniment.partitions p
WHERE p.tenant_id = %(tenant_id)s AND p.owner_id = %(owner_id)s AND p.scope = %(scope)s
  AND p.container_id IS NOT DISTINCT FROM %(container_id)s::uuid AND p.namespace = %(namespace)s
  AND p.agent IS NOT DISTINCT FROM %(agent)s::text

-- part: groups_met
-- The groups that claims could meet in a place.
FROM muniment.rivals_met(%(tenant_id)s, ARRAY(
    {partitions_meant}),
    %(match_keys)s::uuid[], %(entity_keys)s::text[], %(category_keys)s::text[], %(object_keys)s::text[],
    %(candidates_max)s) AS g (rivals_key)

-- name: rival_names :many
-- The names that asked entities go by: themselves, and whatever an alias joins with them.
SELECT k.entity_key AS asked, n.name
FROM unnest(%(entity_keys)s::text[]) AS k (entity_key)
CROSS JOIN LATERAL muniment.names_met(%(tenant_id)s, ARRAY(
    {partitions_meant}), k.entity_key) AS n (name)
ORDER BY k.entity_key, n.name;

-- name: rival_matches :many
-- Where the rivals of asked match keys are.
SELECT g.match_key, g.rivals_key FROM muniment.rival_groups g
WHERE g.tenant_id = %(tenant_id)s AND g.match_key = ANY (%(match_keys)s::uuid[])
ORDER BY g.match_key;

-- name: rival_memories :many
-- The open revisions of every memory that claims could meet.
SELECT m.number, m.ordinal, m.memory_id, m.unit_no, m.partition_no, m.rivals_key, m.match_key, m.cardinality, m.standing,
    m.content, m.entity, m.entity_key, m.category, m.category_key, m.object, m.object_key, m.tags, m.metadata,
    m.confidence, m.agent, m.known_until
{groups_met}
CROSS JOIN LATERAL (
    SELECT * FROM muniment.memories r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL OFFSET 0) m
ORDER BY m.number, m.ordinal;

-- name: rival_assertions :many
-- The open assertions of every group that claims could meet, with who said so, and the unit and the partition of the
-- memory: what is public may have been said again by who speaks to a team.
SELECT a.number, a.ordinal, a.memory_id, a.partition_no, a.rivals_key, a.gap, a.valid_from, a.valid_until,
    a.rank_from, a.rank_number, a.rank_ordinal, a.confidence, a.actor, a.episode_id, a.span_from, a.span_until,
    a.source, u.unit_no, u.partition_no AS unit_partition_no, e.speaker
{groups_met}
CROSS JOIN LATERAL (
    SELECT * FROM muniment.assertions r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL OFFSET 0) a
CROSS JOIN LATERAL (
    SELECT m.unit_no, m.partition_no FROM muniment.memories m
    WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = a.memory_id
    ORDER BY m.known_from DESC, m.number DESC, m.ordinal DESC LIMIT 1) u
LEFT JOIN LATERAL (
    SELECT t.speaker FROM muniment.episodes t
    WHERE t.tenant_id = %(tenant_id)s AND t.episode_id = a.episode_id OFFSET 0) e ON true
ORDER BY a.number, a.ordinal;

-- name: rival_versions :many
-- The open effective rows of every group that claims could meet.
SELECT v.number, v.ordinal, v.rivals_key, v.memory_id, v.unit_no, v.partition_no, v.exclusive, v.gap,
    v.valid_from, v.valid_until
{groups_met}
CROSS JOIN LATERAL (
    SELECT * FROM muniment.versions r
    WHERE r.tenant_id = %(tenant_id)s AND r.rivals_key = g.rivals_key AND r.known_until IS NULL OFFSET 0) v
ORDER BY v.number, v.ordinal;

-- name: rivals_meant :many
-- What a message may mean without naming it: what is believed of some entities, and what was learnt from the last
-- turns of its session; of either the newest, and of both what nothing had followed before it was told. Of what is
-- planned also the words around those that told it last, and where these are therein; of what turns alone told, when the
-- first of them was said. OFFSET 0 keeps each step a look-up. What the reader sees is noted for the rest of the transaction, which must be one snapshot.
WITH seen AS MATERIALIZED (
    {sight_noted}
), places AS MATERIALIZED (
    SELECT w.partition_no FROM seen CROSS JOIN LATERAL (
    {partitions_meant}) w
), meant AS MATERIALIZED (
    (SELECT m.unit_no FROM muniment.memories m
     WHERE m.tenant_id = %(tenant_id)s AND m.partition_no = ANY (ARRAY(SELECT partition_no FROM places))
       AND m.entity_key = ANY (%(entity_keys)s::text[]) AND m.known_until IS NULL
     ORDER BY m.unit_no DESC LIMIT %(candidates_max)s)
    UNION
    SELECT m.unit_no FROM (
        SELECT e.episode_id FROM unnest(%(session_ids)s::uuid[]) AS s (session_id)
        CROSS JOIN muniment.partitions p
        CROSS JOIN LATERAL (
            SELECT r.episode_id, r.unit_no FROM muniment.episodes r
            WHERE r.tenant_id = %(tenant_id)s AND r.session_id = s.session_id AND r.partition_no = p.partition_no
            ORDER BY r.position DESC LIMIT %(turns_max)s) e
        WHERE p.tenant_id = %(tenant_id)s
        ORDER BY e.unit_no DESC LIMIT %(turns_max)s) t
    CROSS JOIN LATERAL (
        SELECT r.memory_id, r.known_until FROM muniment.assertions r
        WHERE r.tenant_id = %(tenant_id)s AND r.episode_id = t.episode_id OFFSET 0) a
    CROSS JOIN LATERAL (
        SELECT r.unit_no, r.partition_no, r.known_until FROM muniment.memories r
        WHERE r.tenant_id = %(tenant_id)s AND r.memory_id = a.memory_id OFFSET 0) m
    WHERE a.known_until IS NULL AND m.known_until IS NULL
      AND m.partition_no = ANY (ARRAY(SELECT partition_no FROM places))
)
SELECT m.number AS told, m.entity, m.category_key, m.object, h.heard_at, s.around, s.span_from, s.span_until
FROM meant n
CROSS JOIN LATERAL (
    SELECT * FROM muniment.memories r
    WHERE r.tenant_id = %(tenant_id)s AND r.unit_no = n.unit_no AND r.standing = 'held' AND r.entity IS NOT NULL
      AND r.category_key IS NOT NULL AND r.object IS NOT NULL OFFSET 0) m
CROSS JOIN LATERAL (
    SELECT CASE WHEN count(*) = count(e.occurred_at) THEN min(e.occurred_at) END AS heard_at
    FROM (
        SELECT * FROM muniment.assertions r
        WHERE r.tenant_id = %(tenant_id)s AND r.memory_id = m.memory_id OFFSET 0) a
    LEFT JOIN LATERAL (
        SELECT t.occurred_at FROM muniment.episodes t
        WHERE t.tenant_id = %(tenant_id)s AND t.episode_id = a.episode_id OFFSET 0) e ON true
    WHERE a.known_until IS NULL AND NOT a.gap) h
LEFT JOIN LATERAL (
    SELECT substr(e.content, greatest(a.span_from - %(around_max)s, 0) + 1, a.span_until - a.span_from + 2 * %(around_max)s)
            AS around,
        least(a.span_from, %(around_max)s) AS span_from,
        least(a.span_from, %(around_max)s) + a.span_until - a.span_from AS span_until
    FROM (
        SELECT * FROM muniment.assertions r
        WHERE m.category_key = 'plan' AND r.tenant_id = %(tenant_id)s AND r.memory_id = m.memory_id OFFSET 0) a
    CROSS JOIN LATERAL (
        SELECT t.content FROM muniment.episodes t
        WHERE t.tenant_id = %(tenant_id)s AND t.episode_id = a.episode_id OFFSET 0) e
    WHERE a.known_until IS NULL AND NOT a.gap AND a.span_from IS NOT NULL
    ORDER BY a.number DESC, a.ordinal DESC LIMIT 1) s ON true
WHERE EXISTS (
    SELECT FROM (
        SELECT * FROM muniment.versions r
        WHERE r.tenant_id = %(tenant_id)s AND r.unit_no = n.unit_no OFFSET 0) v
    WHERE v.known_until IS NULL AND NOT v.gap AND (
        v.valid_until IS NULL OR v.valid_until > %(told_from)s OR NOT EXISTS (
            SELECT FROM muniment.versions w
            WHERE w.tenant_id = %(tenant_id)s AND w.rivals_key = v.rivals_key AND w.known_until IS NULL
              AND w.valid_from >= v.valid_until AND w.valid_from <= %(told_from)s OFFSET 0)) OFFSET 0)
ORDER BY m.unit_no;
