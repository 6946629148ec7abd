-- What is kept for a time goes when that is over, whoever of the tenant it was kept for: one who does nothing any more
-- brings nothing about that would take it away.

ALTER POLICY task_is_swept ON muniment.tasks USING (
    tenant_id = (SELECT muniment.tenant()) AND ended_at IS NOT NULL AND (SELECT muniment.may('work')));
DROP INDEX muniment.task_by_end;
CREATE INDEX task_by_end ON muniment.tasks (tenant_id, ended_at) WHERE ended_at IS NOT NULL AND state <> 'parked';

DROP POLICY answer_expires ON muniment.idempotent_answers;
CREATE POLICY answer_is_swept ON muniment.idempotent_answers FOR DELETE USING (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('work') AND muniment.may('audit')));
ALTER POLICY answer_is_visible ON muniment.idempotent_answers USING (
    tenant_id = (SELECT muniment.tenant())
    AND (owner_id = (SELECT (muniment.principal() ->> 'user')::uuid)
        OR (SELECT muniment.may('work') AND muniment.may('audit'))));
DROP INDEX muniment.idempotent_answer_by_time;
CREATE INDEX idempotent_answer_by_time ON muniment.idempotent_answers (tenant_id, answered_at);
