-- name: vector_index_make :exec
-- Make the index by which the vectors of one tenant and embedder are looked up, while others write.
CREATE INDEX CONCURRENTLY {index} ON muniment.vectors USING hnsw ((embedding::halfvec({dimensions})) halfvec_ip_ops)
WHERE tenant_id = {tenant_id} AND embedder_no = {embedder_no};

-- name: vector_index_drop :exec
-- Drop such an index, while others read.
DROP INDEX CONCURRENTLY IF EXISTS muniment.{index};

-- name: vector_index_session :exec
-- Give the making of an index time, and memory: it is many times quicker while all of the index fits. The server looks
-- now and then whether whoever asked for it is still there, and else stops.
SELECT set_config('maintenance_work_mem', %(memory)s, false), set_config('statement_timeout', '0', false),
    set_config('client_connection_check_interval', '5s', false);

-- name: vector_index_found :one
-- The index of a tenant's vectors by its embedder: its name, and if it is there whether it is complete and how large.
SELECT e.tenant_id, e.embedder_no, e.dimensions, n.name, i.indisvalid AS is_complete, pg_relation_size(i.indexrelid) AS size_bytes
FROM muniment.embedders e
CROSS JOIN LATERAL (SELECT 'vectors_of_' || replace(e.tenant_id::text, '-', '') || '_' || e.embedder_no AS name) n
LEFT JOIN pg_index i ON i.indexrelid = to_regclass('muniment.' || n.name)
WHERE e.tenant_id = %(tenant_id)s AND e.known_until IS NULL;

-- name: vector_index_progress :one
-- How far the making of an index on the vectors has come.
SELECT tuples_done AS done, (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = p.relid) AS total
FROM pg_stat_progress_create_index p WHERE p.relid = 'muniment.vectors'::regclass ORDER BY p.pid LIMIT 1;
