-- Said as a restored dump says it: verify compares the policies of a schema, also of one that was restored, with these.
ALTER POLICY grant_is_visible ON muniment.access_grants USING (
    tenant_id = (SELECT muniment.tenant())
    AND ((SELECT (muniment.principal() ->> 'user')::uuid) = owner_id
        OR (SELECT (muniment.principal() ->> 'user')::uuid) = grantee_id
        OR (SELECT muniment.may('govern') OR muniment.may('audit') OR muniment.may('authenticate'))));
