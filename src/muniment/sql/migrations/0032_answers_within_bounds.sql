-- A kept answer tells of beliefs: it is seen by who was given it, and by nobody who sees another part of its user, as by a key
-- that is bound to namespaces, by a grant that reaches some, or as another agent.

ALTER TABLE muniment.idempotent_answers
    ADD COLUMN agent text,
    ADD COLUMN namespaces text[],
    ADD COLUMN confined text CHECK (confined IS JSON OBJECT);
COMMENT ON COLUMN muniment.idempotent_answers.agent IS 'The agent that was answered; NULL: none.';
COMMENT ON COLUMN muniment.idempotent_answers.namespaces IS 'The namespaces beyond which it sees nothing; NULL: no such bound.';
COMMENT ON COLUMN muniment.idempotent_answers.confined IS 'What grants reach of the user; NULL: everything.';

CREATE POLICY answer_is_within_bounds ON muniment.idempotent_answers AS RESTRICTIVE FOR ALL USING (
    (SELECT muniment.sweeps())
    OR (agent IS NOT DISTINCT FROM (SELECT muniment.agent())
        AND muniment.is_bound_alike(namespaces, confined)));
