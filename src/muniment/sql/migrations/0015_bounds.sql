-- Who sees a part of what is a user's, by a key that is bound to namespaces or by a grant that reaches some, passes on no
-- more than that part, and sees and changes no task, schedule or grant that belongs to the rest.

CREATE FUNCTION muniment.is_bound() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (muniment.principal() -> 'namespaces' IS NOT NULL OR muniment.principal() -> 'confined' IS NOT NULL)
    AND NOT muniment.may('audit') AND NOT muniment.may('authenticate');

-- Whether all of a namespace is within the principal's bounds; NULL stands for everything.
CREATE FUNCTION muniment.reaches(namespace text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN NOT muniment.is_bound()
    OR coalesce(
        (muniment.principal() -> 'namespaces' IS NULL OR namespace = ANY (muniment.principal_list('namespaces')))
        AND (muniment.principal() -> 'confined' IS NULL
            OR namespace = ANY (muniment.principal_list('confined', 'namespaces'))), false);

CREATE POLICY grant_is_within_bounds ON muniment.access_grants AS RESTRICTIVE FOR ALL USING (muniment.reaches(namespace));

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'schedules']
    LOOP
        EXECUTE format($policy$
            CREATE POLICY row_is_within_bounds ON muniment.%I AS RESTRICTIVE FOR ALL USING (
                (SELECT NOT muniment.is_bound()) OR muniment.is_bound_alike(namespaces, confined))$policy$, name);
    END LOOP;
END
$$;
