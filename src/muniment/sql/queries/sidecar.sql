-- name: sidecar_known :one
-- Whether a user was ever written for, and which of some containers are registered.
SELECT EXISTS (
        SELECT FROM muniment.users u
        WHERE u.tenant_id = %(tenant_id)s AND u.user_id = %(user_id)s AND u.known_until IS NULL) AS user_found,
    ARRAY(
        SELECT c.container_id FROM muniment.containers c
        WHERE c.tenant_id = %(tenant_id)s AND c.known_until IS NULL
            AND c.container_id = ANY (%(container_ids)s::uuid[])
        ORDER BY c.container_id) AS containers;

-- name: sidecar_places :many
-- Where beliefs and turns lie.
SELECT m.memory_id AS id, p.scope, p.container_id
FROM muniment.memories m
JOIN muniment.partitions p ON p.tenant_id = m.tenant_id AND p.partition_no = m.partition_no
WHERE m.tenant_id = %(tenant_id)s AND m.memory_id = ANY (%(ids)s::uuid[])
UNION
SELECT e.episode_id, p.scope, p.container_id
FROM muniment.episodes e
JOIN muniment.partitions p ON p.tenant_id = e.tenant_id AND p.partition_no = e.partition_no
WHERE e.tenant_id = %(tenant_id)s AND e.episode_id = ANY (%(ids)s::uuid[])
ORDER BY id;
