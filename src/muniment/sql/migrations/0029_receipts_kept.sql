-- The receipts of recalls may be kept for a time. When that is over they go, whoever of the tenant asked. Who takes them
-- and kept answers away reads no beliefs, and nobody else sees those of others.

CREATE FUNCTION muniment.sweeps() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN muniment.may('work') AND muniment.may('audit') AND NOT muniment.may('read');
CREATE POLICY recall_is_swept ON muniment.recalls FOR DELETE USING (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.sweeps()));
ALTER POLICY recall_is_visible ON muniment.recalls USING (
    tenant_id = (SELECT muniment.tenant())
    AND (owner_id = ANY ((SELECT muniment.owners())::uuid[])
        OR (SELECT muniment.sweeps())));
ALTER POLICY recall_is_private ON muniment.recalls USING (
    agent IS NULL OR agent = (SELECT muniment.agent())
    OR (SELECT muniment.sweeps()));
ALTER POLICY answer_is_swept ON muniment.idempotent_answers USING (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.sweeps()));
ALTER POLICY answer_is_visible ON muniment.idempotent_answers USING (
    tenant_id = (SELECT muniment.tenant())
    AND (owner_id = (SELECT (muniment.principal() ->> 'user')::uuid)
        OR (SELECT muniment.sweeps())));
CREATE INDEX recall_by_age ON muniment.recalls (tenant_id, traced_at);
GRANT DELETE ON muniment.recalls TO {writer};
