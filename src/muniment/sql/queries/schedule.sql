-- name: schedule_drop :one
-- Take a schedule of the principal's away, and its alarm: what the one that takes its place goes on with.
WITH gone AS (
    DELETE FROM muniment.schedules
    WHERE tenant_id = %(tenant_id)s AND owner_id = %(owner_id)s AND name = %(called)s
    RETURNING schedule_id, job_no, last_at, last_task_id
), silenced AS (
    DELETE FROM muniment_queue.pgqueuer q USING gone WHERE q.id = gone.job_no)
SELECT schedule_id, last_at, last_task_id FROM gone;

-- name: schedule_write :exec
-- Store a schedule for the principal; one that is on gets an alarm in the queue. Where the name is that of one beyond the
-- principal's bounds, which it may not drop, nothing is stored.
WITH stored AS (
    INSERT INTO muniment.schedules
        (tenant_id, schedule_id, name, kind, arguments, cron, zone, is_on, tenant_name, owner_id, user_name, agent,
         role, trail, permissions, containers, project, session, acting, namespaces, confined, grantee_id, key_id, namespace, visibility, attempts_max, job_no, set_at, next_at, last_at, last_task_id)
    VALUES (%(tenant_id)s, coalesce(%(schedule_id)s::uuid, muniment.new_id()), %(called)s, %(kind)s, %(arguments)s, %(cron)s, %(zone)s,
        %(next_at)s::timestamptz IS NOT NULL, %(tenant_name)s, %(owner_id)s, %(user_name)s, %(agent)s, %(role)s,
        %(trail)s::text[], %(permissions)s::text[], %(containers)s::uuid[], %(project)s, NULL, %(acting)s,
        %(namespaces)s::text[], %(confined)s, %(grantee_id)s, %(key_id)s, %(namespace)s, %(visibility)s, %(attempts_max)s,
        CASE WHEN %(next_at)s::timestamptz IS NOT NULL THEN nextval('muniment_queue.pgqueuer_id_seq') END,
        clock_timestamp(), %(next_at)s, %(last_at)s, %(last_task_id)s)
    ON CONFLICT (tenant_id, owner_id, name) DO NOTHING
    RETURNING tenant_id, owner_id, schedule_id, job_no, next_at)
INSERT INTO muniment_queue.pgqueuer (id, priority, entrypoint, payload, execute_after, status)
SELECT s.job_no, 0, s.tenant_id::text,
    convert_to(json_build_object('tenant', s.tenant_id, 'user', s.owner_id, 'schedule', s.schedule_id)::text, 'UTF8'),
    s.next_at, 'queued'
FROM stored s WHERE s.job_no IS NOT NULL;

-- name: schedules_read :many
-- The schedules that the principal may see, by name, with the clock.
SELECT schedule_id, name, kind, arguments, cron, zone, is_on, tenant_id, tenant_name, owner_id, user_name, agent, role,
    trail, permissions, containers, project, session, acting, namespaces, confined, grantee_id, key_id, namespace, visibility, attempts_max, job_no, set_at, next_at, last_at, last_task_id, clock_timestamp() AS now
FROM muniment.schedules
WHERE tenant_id = %(tenant_id)s AND (%(owner_id)s::uuid IS NULL OR owner_id = %(owner_id)s)
  AND (%(called)s::text IS NULL OR name = %(called)s)
ORDER BY name, schedule_id;

-- name: schedule_due :one
-- A schedule whose alarm this worker holds, locked until the transaction ends, with the clock.
SELECT s.schedule_id, s.name, s.kind, s.arguments, s.cron, s.zone, s.is_on, s.tenant_id, s.tenant_name, s.owner_id,
    s.user_name, s.agent, s.role, s.trail, s.permissions, s.containers, s.project, s.session, s.acting, s.namespaces, s.confined,
    s.grantee_id, s.key_id, s.namespace, s.visibility, s.attempts_max, s.job_no, s.set_at,
    s.next_at, s.last_at, s.last_task_id, clock_timestamp() AS now
FROM muniment.schedules s
WHERE s.tenant_id = %(tenant_id)s AND s.schedule_id = %(schedule_id)s AND s.job_no = %(job_no)s
  AND EXISTS (SELECT FROM muniment_queue.pgqueuer q
              WHERE q.id = s.job_no AND q.status = 'picked' AND q.queue_manager_id = %(worker_id)s)
FOR UPDATE OF s;

-- name: schedule_fired :exec
-- Note that a schedule enqueued its task, and when it is due again.
UPDATE muniment.schedules
SET last_at = next_at, next_at = %(next_at)s,
    last_task_id = (SELECT t.task_id FROM muniment.tasks t
                    WHERE t.tenant_id = %(tenant_id)s AND t.owner_id = %(owner_id)s AND t.key = %(key)s AND t.key_lasts)
WHERE tenant_id = %(tenant_id)s AND schedule_id = %(schedule_id)s;

-- name: schedule_moved :exec
-- Note when a schedule is due, whose time was of a clock that was set back since.
UPDATE muniment.schedules SET next_at = %(next_at)s WHERE tenant_id = %(tenant_id)s AND schedule_id = %(schedule_id)s;

-- name: schedule_switch_off :exec
-- Switch a schedule off whose alarm this worker holds.
UPDATE muniment.schedules SET is_on = false, next_at = NULL, job_no = NULL
WHERE tenant_id = %(tenant_id)s AND schedule_id = %(schedule_id)s AND job_no = %(job_no)s;

-- name: clock_read :one
-- The database's clock.
SELECT clock_timestamp() AS now;
