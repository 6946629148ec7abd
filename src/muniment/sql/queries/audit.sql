-- name: audit_tables :many
-- Every table of the schema, its columns, and those of them that hold ids, from the catalogue: what the walk reads is
-- nobody's list.
SELECT c.relname::text AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    coalesce(array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.atttypid = 'uuid'::regtype), '{}') AS ids
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE n.nspname = 'muniment' AND c.relkind IN ('r', 'p')
GROUP BY c.relname
ORDER BY c.relname;

-- name: audit_head :one
-- The last transaction of a tenant, as its head says, every column.
SELECT {columns} FROM muniment.{table} WHERE tenant_id = %(tenant_id)s;

-- name: audit_transactions :many
-- The next transactions in order, every column and the reason: as many as fit into some bytes, one at least.
SELECT {columns}
FROM (
    SELECT t.*, sum(t.bytes) OVER (ORDER BY t.number) - t.bytes AS bytes_before
    FROM (
        SELECT x.*, r.reason, coalesce(octet_length(x.entries) + octet_length(x.closings), 0) AS bytes
        FROM muniment.{table} x
        LEFT JOIN muniment.reasons r ON r.tenant_id = x.tenant_id AND r.number = x.number
        WHERE x.tenant_id = %(tenant_id)s AND x.number >= %(number)s::bigint
        ORDER BY x.number LIMIT %(limit)s) t) t
WHERE bytes_before < %(bytes_max)s::bigint
ORDER BY number;

-- name: audit_reasons :many
-- The reasons that others may read than the ledger's rows say, or that are of no transaction. That of an erasure is never
-- an agent's alone.
SELECT r.number FROM muniment.reasons r
LEFT JOIN muniment.transactions t ON t.tenant_id = r.tenant_id AND t.number = r.number
LEFT JOIN (
    SELECT o.number, array_agg(DISTINCT o.partition_no ORDER BY o.partition_no) AS partition_nos
    FROM muniment.touched o
    WHERE o.tenant_id = %(tenant_id)s
      AND o.number IN (SELECT g.number FROM muniment.reasons g WHERE g.tenant_id = %(tenant_id)s)
    GROUP BY o.number) w ON w.number = r.number
CROSS JOIN (
    SELECT coalesce(array_agg(p.partition_no), '{}') AS private_nos FROM muniment.partitions p
    WHERE p.tenant_id = %(tenant_id)s AND p.visibility = 'private') p
WHERE r.tenant_id = %(tenant_id)s
  AND (t.number IS NULL OR r.user_id IS DISTINCT FROM t.user_id
       OR r.partition_nos IS DISTINCT FROM coalesce(w.partition_nos, '{}')
       OR r.private IS DISTINCT FROM (t.operation <> 'purge' AND coalesce(w.partition_nos, '{}') && p.private_nos))
ORDER BY r.number
LIMIT %(limit)s;

-- name: audit_rows :many
-- The next rows of a ledger table that some transactions wrote, every column, in the order of their names.
SELECT {columns} FROM muniment.{table}
WHERE tenant_id = %(tenant_id)s AND (number, ordinal) >= (%(number)s::bigint, %(ordinal)s::bigint)
  AND number <= %(number_last)s::bigint
ORDER BY number, ordinal LIMIT %(limit)s;

-- name: audit_tombstones :many
-- Which rows of a table that some transactions wrote were erased by law.
SELECT erased_number AS number, erased_ordinal AS ordinal FROM muniment.tombstones
WHERE tenant_id = %(tenant_id)s AND erased_table = %(table)s AND known_until IS NULL
  AND erased_number BETWEEN %(number)s::bigint AND %(number_last)s::bigint
ORDER BY erased_number, erased_ordinal;

-- name: audit_closings :many
-- The rows of a table that are closed otherwise than the transactions say: reopened, closed from outside,
-- or at another time. Keys are compared as text, so that nothing a stranger wrote can fail to be read.
SELECT coalesce(r.number::text, l.number) AS number, coalesce(r.ordinal::text, l.ordinal) AS ordinal,
    l.closed_by, r.number IS NOT NULL AS is_closed
FROM (
    SELECT t.number AS closed_by, t.recorded_at, c.closing ->> 1 AS number, c.closing ->> 2 AS ordinal
    FROM muniment.transactions t
    CROSS JOIN LATERAL json_array_elements(
        CASE WHEN t.closings IS JSON ARRAY AND strpos(t.closings, '\') = 0 THEN t.closings::json ELSE '[]' END
    ) AS c (closing)
    WHERE t.tenant_id = %(tenant_id)s AND t.closings <> '[]' AND c.closing ->> 0 = %(closed_table)s) l
FULL JOIN (
    SELECT number, ordinal, known_until FROM muniment.{table}
    WHERE tenant_id = %(tenant_id)s AND known_until IS NOT NULL) r
    ON l.number = r.number::text AND l.ordinal = r.ordinal::text
WHERE l.recorded_at IS DISTINCT FROM r.known_until
ORDER BY coalesce(r.number::text, l.number), coalesce(r.ordinal::text, l.ordinal), l.closed_by
LIMIT %(limit)s;

-- name: audit_beliefs :many
-- What was said and what holds because of it, group by group of rivals: every revision, assertion and version, the closed
-- ones too.
SELECT b.rivals_key::text, b.kind, b.number, b.ordinal, b.memory_id::text, b.known_from, b.known_until, b.gap,
    b.valid_from, b.valid_until, b.rank_from, b.rank_number, b.rank_ordinal, b.unit_no, b.partition_no
FROM (
    SELECT m.rivals_key, 'revision' AS kind, m.number, m.ordinal, m.memory_id, m.known_from, m.known_until,
        NULL::boolean AS gap, NULL::timestamptz AS valid_from, NULL::timestamptz AS valid_until,
        NULL::timestamptz AS rank_from, NULL::bigint AS rank_number, NULL::integer AS rank_ordinal,
        m.unit_no, m.partition_no
    FROM muniment.memories m WHERE m.tenant_id = %(tenant_id)s
    UNION ALL
    SELECT a.rivals_key, 'assertion', a.number, a.ordinal, a.memory_id, a.known_from, a.known_until,
        a.gap, a.valid_from, a.valid_until, a.rank_from, a.rank_number, a.rank_ordinal, NULL, a.partition_no
    FROM muniment.assertions a WHERE a.tenant_id = %(tenant_id)s
    UNION ALL
    SELECT v.rivals_key, 'version', v.number, v.ordinal, v.memory_id, v.known_from, v.known_until,
        v.gap, v.valid_from, v.valid_until, NULL, NULL, NULL, v.unit_no, v.partition_no
    FROM muniment.versions v WHERE v.tenant_id = %(tenant_id)s) b
ORDER BY b.rivals_key, b.number, b.ordinal;

-- name: audit_transaction_at :one
-- The transaction of a time.
SELECT t.number FROM muniment.transactions t
WHERE t.tenant_id = %(tenant_id)s AND t.recorded_at = %(recorded_at)s;

-- name: audit_names_whole :one
-- Have the catalogue write every name of ours with its schema, whatever the settings of the role are.
SELECT set_config('search_path', 'pg_catalog', true) AS path;

-- name: audit_guards :many
-- What decides who reads and writes what, each with the digest of how it stands: policies, functions and triggers of the
-- schema, what others than its owner may do with a table, and which tables are kept by policies. The function that makes
-- ids is another one before PostgreSQL 18; one that writers may not run is not as it was made. That others may read, as who
-- makes backups must, or maintain, which there is from 17 on, changes no row and is left out.
SELECT g.name, encode(sha256(convert_to(g.told, 'UTF8')), 'hex') AS digest
FROM (
    SELECT 'policy ' || p.policyname || ' of ' || p.tablename AS name,
        concat_ws(' ', p.permissive, p.cmd, array_to_string(p.roles, ','), p.qual, 'check', p.with_check) AS told
    FROM pg_policies p WHERE p.schemaname = 'muniment'
    UNION ALL
    SELECT 'function ' || f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')',
        concat_ws(' ', pg_get_functiondef(f.oid),
            CASE WHEN NOT has_function_privilege('muniment_writer', f.oid, 'EXECUTE') THEN 'but not for writers' END)
    FROM pg_proc f
    WHERE f.pronamespace = to_regnamespace('muniment') AND f.prokind = 'f' AND f.proname <> 'new_id'
    UNION ALL
    SELECT 'trigger ' || t.tgname || ' of ' || c.relname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid))
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = to_regnamespace('muniment') AND NOT t.tgisinternal
    UNION ALL
    SELECT 'grant to ' || a.role || ' of ' || a.relname,
        string_agg(concat_ws(' ', a.privilege_type, a.attname, a.is_grantable), ',' ORDER BY a.privilege_type, a.attname)
    FROM (
        SELECT DISTINCT c.relname, w.attname, x.privilege_type, x.is_grantable,
            CASE x.grantee WHEN 0 THEN 'everybody' ELSE pg_get_userbyid(x.grantee) END AS role
        FROM pg_class c
        CROSS JOIN LATERAL (
            SELECT c.relacl, NULL AS attname
            UNION ALL
            SELECT n.attacl, n.attname FROM pg_attribute n WHERE n.attrelid = c.oid) w (acl, attname)
        CROSS JOIN LATERAL aclexplode(w.acl) x
        WHERE c.relnamespace = to_regnamespace('muniment') AND x.grantee <> c.relowner) a
    WHERE a.privilege_type NOT IN ('SELECT', 'MAINTAIN')
       OR a.privilege_type = 'SELECT' AND a.role IN ('muniment_writer', 'muniment_reader')
    GROUP BY a.role, a.relname
    UNION ALL
    SELECT 'table ' || c.relname, concat_ws(' ', c.relkind, c.relrowsecurity, c.relforcerowsecurity)
    FROM pg_class c WHERE c.relnamespace = to_regnamespace('muniment') AND c.relkind IN ('r', 'p')) g
ORDER BY g.name;
