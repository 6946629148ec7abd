-- Who reaches the service, and on whose behalf: keys and grants are rows of the ledger, so that who could do what
-- at any moment can be told. When a key was last used, and what a repeated request was answered, stand beside it.

CREATE TABLE muniment.access_keys (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    key_id uuid NOT NULL,
    name text NOT NULL,
    owner_id uuid NOT NULL,
    owner text,
    agent text,
    role text NOT NULL,
    namespaces text[],
    secret_hash bytea NOT NULL,
    expires_at timestamptz,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX access_key_is_made_once ON muniment.access_keys (tenant_id, key_id);
COMMENT ON TABLE muniment.access_keys IS 'API keys: a hash of the secret, for whom and as what they act. Closing a row revokes the key.';

CREATE TABLE muniment.access_grants (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    grant_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    owner text,
    grantee_id uuid NOT NULL,
    grantee text NOT NULL,
    level text NOT NULL CONSTRAINT access_grant_has_a_known_level CHECK (level IN ('read', 'write', 'forget', 'admin')),
    namespace text,
    container text,
    expires_at timestamptz,
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal),
    CONSTRAINT access_grant_is_to_another CHECK (owner_id <> grantee_id),
    CONSTRAINT access_grant_has_one_bound CHECK (namespace IS NULL OR container IS NULL)
);
CREATE UNIQUE INDEX access_grant_is_made_once ON muniment.access_grants (tenant_id, grant_id);
CREATE INDEX access_grant_by_parties ON muniment.access_grants (tenant_id, grantee_id, owner_id) WHERE known_until IS NULL;
COMMENT ON TABLE muniment.access_grants IS 'That one user may act on behalf of another, up to a level, within a namespace or a container or everywhere.';

CREATE TABLE muniment.access_key_uses (
    tenant_id uuid NOT NULL,
    key_id uuid NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, key_id)
);

CREATE TABLE muniment.idempotent_answers (
    tenant_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    request_digest bytea NOT NULL,
    answer text NOT NULL,
    answered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (tenant_id, owner_id, key)
);
CREATE INDEX idempotent_answer_by_time ON muniment.idempotent_answers (tenant_id, owner_id, answered_at);
COMMENT ON TABLE muniment.idempotent_answers IS 'What a write was answered, kept in its own transaction, so that the same request sent again is answered and not written.';

-- A key may be bound to some namespaces, and what a grant reaches may be confined to some namespaces or containers: then
-- nothing else is visible, whoever owns it.

CREATE FUNCTION muniment.principal_list(VARIADIC path text[]) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN jsonb_typeof(muniment.principal() #> path) = 'array'
    THEN ARRAY(SELECT jsonb_array_elements_text(muniment.principal() #> path)) END;

-- A restrictive policy narrows what the others of partitions allow, and what carries a partition follows. The auditor
-- walks every row, whoever it is.
CREATE POLICY partition_is_within_bounds ON muniment.partitions AS RESTRICTIVE FOR ALL USING (
    (SELECT muniment.may('audit'))
    OR (((SELECT muniment.principal_list('namespaces')) IS NULL
            OR namespace = ANY ((SELECT muniment.principal_list('namespaces'))::text[]))
        AND ((SELECT muniment.principal() -> 'confined') IS NULL
            OR namespace = ANY ((SELECT muniment.principal_list('confined', 'namespaces'))::text[])
            OR container_id::text = ANY ((SELECT muniment.principal_list('confined', 'containers'))::text[])))
);

ALTER TABLE muniment.access_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.access_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY key_is_visible ON muniment.access_keys FOR SELECT USING (
    tenant_id = (SELECT muniment.tenant())
    AND (owner_id = (SELECT (muniment.principal() ->> 'user')::uuid)
        OR (SELECT muniment.may('govern') OR muniment.may('audit') OR muniment.may('authenticate'))));
CREATE POLICY key_is_made ON muniment.access_keys FOR INSERT WITH CHECK (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('govern')));
CREATE POLICY key_is_revoked ON muniment.access_keys FOR UPDATE
    USING (tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL AND (SELECT muniment.may('govern')))
    WITH CHECK (tenant_id = (SELECT muniment.tenant()));

ALTER TABLE muniment.access_grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.access_grants FORCE ROW LEVEL SECURITY;
CREATE POLICY grant_is_visible ON muniment.access_grants FOR SELECT USING (
    tenant_id = (SELECT muniment.tenant())
    AND ((SELECT (muniment.principal() ->> 'user')::uuid) IN (owner_id, grantee_id)
        OR (SELECT muniment.may('govern') OR muniment.may('audit') OR muniment.may('authenticate'))));
CREATE POLICY grant_is_made ON muniment.access_grants FOR INSERT WITH CHECK (
    tenant_id = (SELECT muniment.tenant())
    AND ((SELECT muniment.may('govern'))
        OR (owner_id = (SELECT (muniment.principal() ->> 'user')::uuid) AND (SELECT muniment.may('grant')))));
CREATE POLICY grant_is_revoked ON muniment.access_grants FOR UPDATE
    USING (tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL
        AND ((SELECT muniment.may('govern'))
            OR (owner_id = (SELECT (muniment.principal() ->> 'user')::uuid) AND (SELECT muniment.may('grant')))))
    WITH CHECK (tenant_id = (SELECT muniment.tenant()));

ALTER TABLE muniment.access_key_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.access_key_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY use_is_visible ON muniment.access_key_uses FOR SELECT USING (tenant_id = (SELECT muniment.tenant()));
CREATE POLICY use_is_noted ON muniment.access_key_uses FOR INSERT WITH CHECK (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('authenticate')));
CREATE POLICY use_is_noted_again ON muniment.access_key_uses FOR UPDATE
    USING (tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('authenticate')))
    WITH CHECK (tenant_id = (SELECT muniment.tenant()));

ALTER TABLE muniment.idempotent_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.idempotent_answers FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
    own text := 'tenant_id = (SELECT muniment.tenant()) AND owner_id = (SELECT (muniment.principal() ->> ''user'')::uuid)';
BEGIN
    EXECUTE format('CREATE POLICY answer_is_visible ON muniment.idempotent_answers FOR SELECT USING (%s)', own);
    EXECUTE format('CREATE POLICY answer_is_kept ON muniment.idempotent_answers FOR INSERT WITH CHECK (%s)', own);
    EXECUTE format('CREATE POLICY answer_is_finished ON muniment.idempotent_answers FOR UPDATE USING (%s) WITH CHECK (%s)', own, own);
    EXECUTE format('CREATE POLICY answer_expires ON muniment.idempotent_answers FOR DELETE USING (%s)', own);
END
$$;

DO $$
DECLARE
    ledger text;
BEGIN
    FOREACH ledger IN ARRAY ARRAY['access_keys', 'access_grants']
    LOOP
        EXECUTE format(
            'CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE ON muniment.%I
                FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known()', ledger);
    END LOOP;
END
$$;

REVOKE ALL ON muniment.access_keys, muniment.access_grants, muniment.access_key_uses, muniment.idempotent_answers FROM PUBLIC;
GRANT SELECT, INSERT ON muniment.access_keys, muniment.access_grants, muniment.access_key_uses, muniment.idempotent_answers
    TO {writer};
GRANT SELECT ON muniment.access_grants, muniment.access_key_uses TO {reader};
GRANT UPDATE (known_until) ON muniment.access_keys, muniment.access_grants TO {writer};
GRANT UPDATE (last_used_at) ON muniment.access_key_uses TO {writer};
GRANT UPDATE (answer) ON muniment.idempotent_answers TO {writer};
GRANT DELETE ON muniment.idempotent_answers TO {writer};
