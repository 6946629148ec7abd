-- name: head_lock :one
-- Wait for the tenant's other writers, then hold its head until this transaction ends.
SELECT number, recorded_at, hash, units_total, partitions_total
FROM muniment.heads WHERE tenant_id = %(tenant_id)s FOR UPDATE;

-- name: head_read :one
-- The last transaction of a tenant.
SELECT number, recorded_at, hash, units_total, partitions_total
FROM muniment.heads WHERE tenant_id = %(tenant_id)s;

-- name: head_make :exec
-- Make the head of a new tenant; another process may have made it just now.
INSERT INTO muniment.heads (tenant_id, number, recorded_at, hash, units_total, partitions_total)
VALUES (%(tenant_id)s, 0, clock_timestamp(), %(hash)s, 0, 0)
ON CONFLICT (tenant_id) DO NOTHING;

-- name: count_anew :exec
-- Have the tables counted that hold much more than the database last counted.
SELECT muniment.count_anew();
