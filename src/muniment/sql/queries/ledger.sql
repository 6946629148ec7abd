-- name: transaction_write :exec
-- Move the head to this transaction and chain it to the last. Every row of the ledger that is written after it is
-- stamped with its time.
WITH head AS (
    UPDATE muniment.heads
    SET number = %(number)s, recorded_at = %(recorded_at)s, hash = %(hash)s,
        units_total = %(units_total)s, partitions_total = %(partitions_total)s
    WHERE tenant_id = %(tenant_id)s
    RETURNING tenant_id
)
INSERT INTO muniment.transactions
    (tenant_id, number, recorded_at, actor, role, operation, entries, closings,
     units_total, partitions_total, previous_hash, user_id, session_id, trail, writes, key_id, hash)
SELECT
    h.tenant_id, %(number)s, %(recorded_at)s, %(actor)s, %(role)s, %(operation)s,
    %(entries)s, %(closings)s, %(units_total)s, %(partitions_total)s, %(previous_hash)s, %(user_id)s,
    %(session_id)s, %(trail)s::text[], %(writes)s, %(key_id)s, %(hash)s
FROM head h;

-- name: reason_write :exec
-- Say why a transaction is made, after all its rows are written: the trigger stamps who may read it.
INSERT INTO muniment.reasons (tenant_id, number, reason) VALUES (%(tenant_id)s, %(number)s, %(reason)s);

-- name: transaction_landed :one
-- Whether a transaction whose commit was cut off is there.
SELECT number FROM muniment.transactions
WHERE tenant_id = %(tenant_id)s AND number = %(number)s AND hash = %(hash)s;

-- name: tenants_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.tenants SELECT * FROM json_populate_recordset(NULL::muniment.tenants, %(rows)s::json);

-- name: users_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.users SELECT * FROM json_populate_recordset(NULL::muniment.users, %(rows)s::json);

-- name: containers_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.containers SELECT * FROM json_populate_recordset(NULL::muniment.containers, %(rows)s::json);

-- name: quotas_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.quotas SELECT * FROM json_populate_recordset(NULL::muniment.quotas, %(rows)s::json);

-- name: categories_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.categories SELECT * FROM json_populate_recordset(NULL::muniment.categories, %(rows)s::json);

-- name: embedders_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.embedders SELECT * FROM json_populate_recordset(NULL::muniment.embedders, %(rows)s::json);

-- name: partitions_write :exec
-- Write rows given as JSON; the trigger stamps them. What the writer was found to see is no longer all that it sees.
WITH written AS (
    INSERT INTO muniment.partitions SELECT * FROM json_populate_recordset(NULL::muniment.partitions, %(rows)s::json)
)
SELECT set_config('muniment.seen_by', '', true);

-- name: beliefs_write :exec
-- Write the rows of memories, assertions and versions, given as JSON; the trigger stamps them. One statement,
-- because an add waits for it.
WITH memories AS (
    INSERT INTO muniment.memories SELECT * FROM json_populate_recordset(NULL::muniment.memories, %(memories)s::json)
), assertions AS (
    INSERT INTO muniment.assertions SELECT * FROM json_populate_recordset(NULL::muniment.assertions, %(assertions)s::json)
)
INSERT INTO muniment.versions SELECT * FROM json_populate_recordset(NULL::muniment.versions, %(versions)s::json);

-- name: episodes_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.episodes SELECT * FROM json_populate_recordset(NULL::muniment.episodes, %(rows)s::json);

-- name: tombstones_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.tombstones SELECT * FROM json_populate_recordset(NULL::muniment.tombstones, %(rows)s::json);

-- name: decisions_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.decisions SELECT * FROM json_populate_recordset(NULL::muniment.decisions, %(rows)s::json);

-- name: contradictions_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.contradictions SELECT * FROM json_populate_recordset(NULL::muniment.contradictions, %(rows)s::json);

-- name: memories_close :exec
-- Close open rows; the trigger stamps the time, and every one of them must be reached. OFFSET 0 and the place of a row
-- make each of them a look-up by its name, also before statistics are gathered.
WITH closed AS (
    UPDATE muniment.memories t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.memories o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: assertions_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.assertions t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.assertions o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: versions_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.versions t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.versions o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: episodes_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.episodes t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.episodes o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: categories_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.categories t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.categories o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: embedders_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.embedders t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.embedders o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: containers_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.containers t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.containers o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: pages_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.pages SELECT * FROM json_populate_recordset(NULL::muniment.pages, %(rows)s::json);

-- name: page_revisions_write :exec
-- Write rows given as JSON; the trigger stamps them.
INSERT INTO muniment.page_revisions
SELECT * FROM json_populate_recordset(NULL::muniment.page_revisions, %(rows)s::json);

-- name: pages_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.pages t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.pages o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: page_revisions_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.page_revisions t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.page_revisions o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: contradictions_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.contradictions t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.contradictions o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;

-- name: quotas_close :exec
-- Close open rows, as memories_close does.
WITH closed AS (
    UPDATE muniment.quotas t SET known_until = 'infinity'
    FROM unnest(%(numbers)s::bigint[], %(ordinals)s::int[]) AS c (number, ordinal)
    CROSS JOIN LATERAL (
        SELECT o.ctid AS place FROM muniment.quotas o
        WHERE o.tenant_id = %(tenant_id)s AND o.number = c.number AND o.ordinal = c.ordinal OFFSET 0) f
    WHERE t.tenant_id = %(tenant_id)s AND t.ctid = f.place
    RETURNING 1)
SELECT muniment.expect_rows(cardinality(%(numbers)s::bigint[]), count(*)) FROM closed;
