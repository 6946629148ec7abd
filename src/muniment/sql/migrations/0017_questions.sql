-- What was asked is read by who may read what it was asked of, and by the agent alone that asked with the visibility private.

ALTER TABLE muniment.recalls
    ADD containers uuid[],
    ADD agent text;
COMMENT ON COLUMN muniment.recalls.containers IS 'The containers that the question named; NULL: it was asked before they were noted.';
COMMENT ON COLUMN muniment.recalls.agent IS 'The agent that keeps it to itself; NULL: the user''s agents may all read it.';

CREATE POLICY recall_is_private ON muniment.recalls AS RESTRICTIVE FOR ALL USING (
    agent IS NULL OR agent = (SELECT muniment.agent()));

CREATE POLICY recall_is_within_bounds ON muniment.recalls AS RESTRICTIVE FOR SELECT USING (
    (SELECT NOT muniment.is_bound())
    OR (((SELECT muniment.principal_list('namespaces')) IS NULL
            OR receipt::json #>> '{question,namespace}' = ANY ((SELECT muniment.principal_list('namespaces'))::text[]))
        AND ((SELECT muniment.principal() -> 'confined') IS NULL
            OR receipt::json #>> '{question,namespace}'
                = ANY ((SELECT muniment.principal_list('confined', 'namespaces'))::text[])
            OR (containers <> '{}'
                AND containers::text[] <@ (SELECT muniment.principal_list('confined', 'containers'))::text[]))));
