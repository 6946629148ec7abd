-- name: queue_tenant_next :one
-- The tenant after another one, in the order of their ids and round again, that has something due or left by a dead
-- worker. Tenants take turns: a long queue of one keeps no other waiting.
SELECT n.entrypoint AS tenant FROM (
    (SELECT q.entrypoint, 0 AS turn FROM muniment_queue.pgqueuer q
     WHERE q.status = 'queued' AND q.entrypoint > %(after)s AND q.execute_after < now()
       AND (%(tenants)s::text[] IS NULL OR q.entrypoint = ANY (%(tenants)s::text[]))
     ORDER BY q.entrypoint LIMIT 1)
    UNION ALL
    (SELECT q.entrypoint, 1 FROM muniment_queue.pgqueuer q
     WHERE q.status = 'queued' AND q.entrypoint <= %(after)s AND q.execute_after < now()
       AND (%(tenants)s::text[] IS NULL OR q.entrypoint = ANY (%(tenants)s::text[]))
     ORDER BY q.entrypoint LIMIT 1)
    UNION ALL
    (SELECT q.entrypoint, (q.entrypoint <= %(after)s)::int FROM muniment_queue.pgqueuer q
     WHERE q.status = 'picked' AND q.heartbeat < now() - %(lease)s::interval AND q.execute_after < now()
       AND (%(tenants)s::text[] IS NULL OR q.entrypoint = ANY (%(tenants)s::text[]))
     ORDER BY 2, q.entrypoint LIMIT 1)) n
ORDER BY n.turn, n.entrypoint LIMIT 1;

-- name: queue_next_due :one
-- In how many seconds the next row of the queue comes due, or the next lease runs out; null if there is none.
SELECT extract(epoch FROM least(
    min(q.execute_after) FILTER (WHERE q.status = 'queued'),
    min(q.heartbeat + %(lease)s::interval) FILTER (WHERE q.status = 'picked')) - clock_timestamp())::float8 AS seconds
FROM muniment_queue.pgqueuer q
WHERE q.status IN ('queued', 'picked')
  AND (%(tenants)s::text[] IS NULL OR q.entrypoint = ANY (%(tenants)s::text[]));

-- name: queue_follow_clock :exec
-- Have what was put into the queue or held at a time that the clock has not come to, because it was set back since, wait
-- or be held from now on, for as long as it was to.
WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now)
UPDATE muniment_queue.pgqueuer q
SET execute_after = CASE WHEN q.updated > c.now THEN c.now + greatest(q.execute_after - q.updated, interval '0') ELSE q.execute_after END,
    created = least(q.created, c.now), updated = least(q.updated, c.now), heartbeat = least(q.heartbeat, c.now)
FROM clock c
WHERE q.status IN ('queued', 'picked') AND greatest(q.updated, q.heartbeat) > c.now;

-- name: queue_drop :exec
-- Take a row away that this worker holds and that stands for nothing any more.
DELETE FROM muniment_queue.pgqueuer WHERE id = %(job_no)s AND queue_manager_id = %(worker_id)s;

-- name: queue_listen :exec
-- Hear of every row that comes into the queue.
LISTEN ch_pgqueuer;

-- name: queue_notify :exec
-- Announce something when this transaction commits.
SELECT pg_notify(%(channel)s, %(payload)s);

-- name: queue_trim :exec
-- Take away what PgQueuer noted of jobs that are long gone, and workers that were not seen for as long.
WITH noted AS (
    DELETE FROM muniment_queue.pgqueuer_log
    WHERE id IN (SELECT l.id FROM muniment_queue.pgqueuer_log l
                 WHERE l.created < clock_timestamp() - %(kept)s::interval ORDER BY l.created, l.id LIMIT 10000))
DELETE FROM muniment_queue.workers WHERE seen_at < clock_timestamp() - %(kept)s::interval;

-- name: worker_join :one
-- Note a new worker, and give it its id.
INSERT INTO muniment_queue.workers (worker_id, name, concurrency)
VALUES (muniment.new_id(), %(called)s, %(concurrency)s) RETURNING worker_id AS id;

-- name: worker_beat :exec
-- Say that a worker is alive, also one that was away for so long that another took it away.
INSERT INTO muniment_queue.workers (worker_id, name, concurrency)
VALUES (%(worker_id)s, %(called)s, %(concurrency)s)
ON CONFLICT (worker_id) DO UPDATE SET seen_at = clock_timestamp();

-- name: worker_leave :exec
-- Take away a worker that ends.
DELETE FROM muniment_queue.workers WHERE worker_id = %(worker_id)s;
