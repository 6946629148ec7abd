-- name: access_key_read :one
-- A key with the name of its tenant, and whether it has expired by the database's clock. A database that takes no
-- writes takes no note of its use either.
SELECT k.key_id, k.name, k.owner, k.agent, k.role, k.namespaces, k.secret_hash,
    k.known_until IS NOT NULL AS is_revoked,
    coalesce(k.expires_at <= clock_timestamp(), false) AS has_expired, t.name AS tenant,
    coalesce(u.last_used_at < clock_timestamp() - interval '1 minute', true) AND NOT pg_is_in_recovery()
        AND NOT current_setting('default_transaction_read_only')::boolean AS is_use_stale
FROM muniment.access_keys k
JOIN muniment.tenants t ON t.tenant_id = k.tenant_id AND t.known_until IS NULL
LEFT JOIN muniment.access_key_uses u ON u.tenant_id = k.tenant_id AND u.key_id = k.key_id
WHERE k.tenant_id = %(tenant_id)s AND k.key_id = %(key_id)s;

-- name: access_key_use :exec
-- Note that a key was used. Two requests may note it at once: the later one waits, and notes it again.
INSERT INTO muniment.access_key_uses AS u (tenant_id, key_id, last_used_at)
VALUES (%(tenant_id)s, %(key_id)s, clock_timestamp())
ON CONFLICT (tenant_id, key_id) DO UPDATE SET last_used_at = excluded.last_used_at;

-- name: access_key_list :many
-- The keys that the principal may see, the latest first, with what is left of those that were revoked.
SELECT k.key_id AS id, k.name, k.owner AS "user", k.agent, k.role, k.namespaces, k.expires_at,
    k.known_from AS created_at, k.known_until AS revoked_at, u.last_used_at
FROM muniment.access_keys k
LEFT JOIN muniment.access_key_uses u ON u.tenant_id = k.tenant_id AND u.key_id = k.key_id
WHERE k.tenant_id = %(tenant_id)s
ORDER BY k.number DESC, k.ordinal DESC;

-- name: access_key_place :one
-- Where a key stands in the ledger.
SELECT number, ordinal, known_until IS NOT NULL AS is_closed FROM muniment.access_keys
WHERE tenant_id = %(tenant_id)s AND key_id = %(key_id)s;

-- name: access_grant_place :one
-- Where a grant stands in the ledger.
SELECT number, ordinal, known_until IS NOT NULL AS is_closed FROM muniment.access_grants
WHERE tenant_id = %(tenant_id)s AND grant_id = %(grant_id)s;

-- name: access_grant_between :many
-- The grants that are in force from one user to another.
SELECT level, namespace, container FROM muniment.access_grants
WHERE tenant_id = %(tenant_id)s AND owner_id = %(owner_id)s AND grantee_id = %(grantee_id)s
  AND known_until IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
ORDER BY number, ordinal;

-- name: access_grant_list :many
-- The grants that the principal may see, the latest first, with those that were revoked.
SELECT grant_id AS id, owner, grantee, level, namespace, container, expires_at,
    known_from AS granted_at, known_until AS revoked_at
FROM muniment.access_grants
WHERE tenant_id = %(tenant_id)s
ORDER BY number DESC, ordinal DESC;

-- name: access_keys_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.access_keys SELECT * FROM json_populate_recordset(NULL::muniment.access_keys, %(rows)s::json);

-- name: access_grants_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.access_grants SELECT * FROM json_populate_recordset(NULL::muniment.access_grants, %(rows)s::json);

-- name: access_keys_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.access_keys t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.access_keys o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: access_grants_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.access_grants t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.access_grants o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: idempotent_answer_read :one
-- What a write was answered under a key.
SELECT request_digest, answer FROM muniment.idempotent_answers
WHERE tenant_id = %(tenant_id)s AND owner_id = %(owner_id)s AND key = %(key)s;

-- name: idempotent_answer_keep :many
-- Keep what a write is answered; no row if the key was used.
INSERT INTO muniment.idempotent_answers
    (tenant_id, owner_id, key, request_digest, answer, agent, namespaces, confined)
VALUES (%(tenant_id)s, %(owner_id)s, %(key)s, %(request_digest)s, %(answer)s, %(agent)s, %(namespaces)s::text[],
    %(confined)s)
ON CONFLICT (tenant_id, owner_id, key) DO NOTHING
RETURNING request_digest, answer;

-- name: idempotent_answers_sweep :exec
-- Take away some answers of the tenant that are too old, whoever was given them.
DELETE FROM muniment.idempotent_answers
WHERE tenant_id = %(tenant_id)s AND (owner_id, key) IN (
    SELECT o.owner_id, o.key FROM muniment.idempotent_answers o
    WHERE o.tenant_id = %(tenant_id)s AND o.answered_at < clock_timestamp() - make_interval(hours => %(hours)s)
    ORDER BY o.answered_at, o.owner_id, o.key LIMIT 100);

-- name: idempotent_answer_finish :exec
-- Put the whole answer of an operation in the place of what its transaction kept.
UPDATE muniment.idempotent_answers SET answer = %(answer)s
WHERE tenant_id = %(tenant_id)s AND owner_id = %(owner_id)s AND key = %(key)s;
