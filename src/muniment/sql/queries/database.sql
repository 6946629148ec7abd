-- name: database_fitness :one
-- What the connected role and its database are: version, extensions, schema, whether it
-- keeps every letter and tells it from its capital, whether it takes writes, its clock, ways around row-level security, and whose the schema is.
WITH owners AS (
    SELECT n.nspowner AS oid FROM pg_namespace n WHERE n.nspname IN ('muniment', 'muniment_queue')
    UNION SELECT c.relowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname IN ('muniment', 'muniment_queue') AND c.relkind IN ('r', 'p', 'v')
    UNION SELECT c.relowner FROM pg_class c WHERE c.oid = to_regclass('public.muniment_migrations')
)
SELECT
    current_setting('server_version_num')::int AS version,
    ARRAY(SELECT extname::text FROM pg_extension ORDER BY extname) AS extensions,
    (SELECT e.extversion FROM pg_extension e
     WHERE e.extname = 'vector'
       AND NOT EXISTS (SELECT FROM pg_type t WHERE t.typname = 'halfvec' AND t.typnamespace = e.extnamespace)) AS vector_too_old,
    (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'vector' AND n.nspname <> ALL (current_schemas(true))) AS vector_out_of_sight,
    EXISTS (SELECT FROM pg_extension e
            WHERE e.extname = 'vector' AND NOT has_schema_privilege(e.extnamespace, 'USAGE')) AS vector_withheld,
    current_setting('search_path') AS search_path,
    to_regclass('public.muniment_migrations') IS NOT NULL AS schema_there,
    current_setting('server_encoding') = 'UTF8' AND lower(chr(201)) = chr(233) AS keeps_letters,
    pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS is_read_only,
    clock_timestamp() AS now,
    current_user::text AS role,
    EXISTS (SELECT FROM pg_roles r WHERE r.rolsuper AND pg_has_role(current_user, r.oid, 'MEMBER')) AS is_superuser,
    EXISTS (SELECT FROM pg_roles r WHERE r.rolbypassrls AND pg_has_role(current_user, r.oid, 'MEMBER')) AS bypasses_security,
    EXISTS (SELECT FROM pg_namespace n
            LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
            WHERE n.nspname = 'muniment'
              AND (pg_has_role(current_user, n.nspowner, 'MEMBER') OR pg_has_role(current_user, c.relowner, 'MEMBER')))
        AS owns_schema,
    EXISTS (SELECT FROM pg_roles r
            WHERE r.rolname IN ('muniment_writer', 'muniment_reader')
              AND pg_has_role(current_user, r.oid, 'MEMBER')) AS may_read,
    EXISTS (SELECT FROM pg_roles r
            WHERE r.rolname = 'muniment_writer' AND pg_has_role(current_user, r.oid, 'MEMBER')) AS may_write,
    ARRAY(SELECT r.rolname::text FROM owners o JOIN pg_roles r ON r.oid = o.oid ORDER BY r.rolname) AS owners,
    ARRAY(SELECT r.rolname::text FROM owners o JOIN pg_roles r ON r.oid = o.oid
          WHERE NOT pg_has_role(current_user, r.oid, 'USAGE') ORDER BY r.rolname) AS owners_beyond,
    (SELECT pg_get_userbyid(d.datdba)::text FROM pg_database d WHERE d.datname = current_database()) AS database_owner,
    pg_get_userbyid(10)::text AS first_superuser;

-- name: database_backend :one
-- The process that serves this connection; behind a pooler it is another than the one that the client was told.
SELECT pg_backend_pid() AS pid;

-- name: extension_make_vector :exec
-- Make pgvector available to this database.
CREATE EXTENSION IF NOT EXISTS vector;

-- name: extension_make_btree_gist :exec
-- Make scalar equality available to the exclusion constraint.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- name: migration_lock :exec
-- Make every other migrating process wait until this connection ends.
SELECT pg_advisory_lock(7878455263110521);

-- name: migration_unhurried :exec
-- Let a migration, and the wait for another's, take as long as it takes, whatever the owner's other statements may.
SET statement_timeout = 0;

-- name: migration_patience :exec
-- Bound how long a migration waits for a table: whoever reads it meanwhile waits behind it.
SELECT set_config('lock_timeout', %(lock_timeout)s, false);

-- name: migration_table :exec
-- The list of applied migrations, readable by every role that may connect.
CREATE TABLE IF NOT EXISTS public.muniment_migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON public.muniment_migrations TO muniment_writer, muniment_reader;

-- name: migration_list :many
-- The applied migrations, in order.
SELECT name, checksum FROM public.muniment_migrations ORDER BY name;

-- name: migration_record :exec
-- Record an applied migration.
INSERT INTO public.muniment_migrations (name, checksum) VALUES (%(name)s, %(checksum)s);

-- name: tenants_named :many
-- Every tenant and its name, as the owner of the database sees them.
SELECT tenant_id, name FROM muniment.tenants WHERE known_until IS NULL ORDER BY name, tenant_id;

-- name: tenants_hidden :one
-- Whether row-level security binds the connected role, as it does an owner that is no superuser.
SELECT row_security_active('muniment.tenants') AS hidden;

-- name: tenants_shown :exec
-- Let the owner read every tenant's name, until this transaction is taken back: without force it is not bound.
ALTER TABLE muniment.tenants NO FORCE ROW LEVEL SECURITY;

-- name: role_there :one
-- Whether a role exists.
SELECT 1 AS there FROM pg_roles WHERE rolname = %(role)s;

-- name: database_there :one
-- Whether a database exists.
SELECT 1 AS there FROM pg_database WHERE datname = %(database)s;

-- name: database_entry :one
-- Who may connect to this database: everybody or who was let in, whether the connected role may change that, and which
-- other databases of the server grant something to our group roles.
SELECT d.oid::bigint AS oid, d.datname::text AS database,
    to_regclass('public.muniment_migrations') IS NOT NULL AS has_schema,
    EXISTS (SELECT FROM aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) x
            WHERE x.grantee = 0 AND x.privilege_type = 'CONNECT') AS is_open,
    pg_has_role(current_user, d.datdba, 'USAGE') AS may_change,
    ARRAY(SELECT o.datname::text FROM pg_database o
          WHERE o.oid <> d.oid AND o.datallowconn AND EXISTS (
                SELECT FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid
                WHERE s.dbid = o.oid AND s.refclassid = 'pg_authid'::regclass
                  AND r.rolname IN ('muniment_writer', 'muniment_reader'))
          ORDER BY o.datname) AS others
FROM pg_database d WHERE d.datname = current_database();

-- name: database_admitted :many
-- The roles that work in this database, as far as it knows: its owner, the owner of the schema, who was given
-- something in the schema by name, and the members of the group roles where no other database of the server has them.
SELECT r.rolname::text AS role
FROM pg_roles r
WHERE r.oid IN (
    SELECT d.datdba FROM pg_database d WHERE d.datname = current_database()
    UNION SELECT n.nspowner FROM pg_namespace n WHERE n.nspname = 'muniment'
    UNION SELECT x.grantee FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) x WHERE n.nspname = 'muniment'
    UNION SELECT m.member FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
          WHERE NOT %(is_shared)s AND g.rolname IN ('muniment_writer', 'muniment_reader'))
  AND r.rolname NOT IN ('muniment_writer', 'muniment_reader')
ORDER BY r.rolname;

-- name: database_shut_out :many
-- The roles that belong to the group roles and may not connect to this database.
SELECT r.rolname::text AS role
FROM pg_roles r
WHERE r.rolcanlogin AND NOT r.rolsuper AND NOT has_database_privilege(r.oid, current_database(), 'CONNECT')
  AND EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
              WHERE m.member = r.oid AND g.rolname IN ('muniment_writer', 'muniment_reader'))
ORDER BY r.rolname;

-- name: role_works :one
-- Whether a role may log in and belongs to the writers.
SELECT 1 AS works FROM pg_roles r
WHERE r.rolname = %(role)s AND r.rolcanlogin
  AND EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
              WHERE m.member = r.oid AND g.rolname = 'muniment_writer');

-- name: roles_there :many
-- Those of some roles that exist.
SELECT rolname::text AS role FROM pg_roles WHERE rolname = ANY (%(roles)s::text[]) ORDER BY rolname;

-- name: role_connected :one
-- The role that a connection was made as, and the database that it leads to.
SELECT session_user::text AS role, d.oid::bigint AS oid, d.datname::text AS database
FROM pg_database d WHERE d.datname = current_database();
