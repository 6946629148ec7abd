-- name: users_list :many
-- The users that something was written for, by name, each with when that was first and last. Who governs asks.
SELECT u.name, u.known_from AS first_written_at, coalesce(t.recorded_at, u.known_from) AS last_written_at
FROM (
    SELECT o.user_id, o.name, o.known_from FROM muniment.users o
    WHERE o.tenant_id = %(tenant_id)s AND o.known_until IS NULL
      AND o.name COLLATE "C" > %(after)s::text AND o.name COLLATE "C" >= %(starts_with)s::text
      AND starts_with(o.name, %(starts_with)s::text)
    ORDER BY o.name COLLATE "C" LIMIT %(limit)s) u
LEFT JOIN LATERAL (
    SELECT x.recorded_at FROM muniment.transactions x
    WHERE x.tenant_id = %(tenant_id)s AND x.user_id = u.user_id
    ORDER BY x.number DESC LIMIT 1) t ON true
ORDER BY u.name COLLATE "C";

-- name: user_is_noted :one
-- Whether a user was ever written for.
SELECT EXISTS (
    SELECT FROM muniment.users u
    WHERE u.tenant_id = %(tenant_id)s AND u.user_id = %(user_id)s AND u.known_until IS NULL) AS is_noted;

-- name: user_has_asked :one
-- Whether a question of a user's, an answer to it, or what is due for it is kept.
SELECT EXISTS (SELECT FROM muniment.recalls r WHERE r.tenant_id = %(tenant_id)s AND r.owner_id = %(user_id)s)
    OR EXISTS (SELECT FROM muniment.tasks t WHERE t.tenant_id = %(tenant_id)s AND t.owner_id = %(user_id)s)
    OR EXISTS (SELECT FROM muniment.schedules s WHERE s.tenant_id = %(tenant_id)s AND s.owner_id = %(user_id)s)
    OR EXISTS (
        SELECT FROM muniment.idempotent_answers a WHERE a.tenant_id = %(tenant_id)s AND a.owner_id = %(user_id)s)
    AS is_noted;

-- name: user_named :one
-- What a user is called that something was written for.
SELECT u.name FROM muniment.users u
WHERE u.tenant_id = %(tenant_id)s AND u.user_id = %(user_id)s::uuid AND u.known_until IS NULL;

