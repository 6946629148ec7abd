-- What an agent that keeps things to itself has enqueued or scheduled is seen by it, and by whoever does it: the arguments
-- say what of.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'schedules']
    LOOP
        EXECUTE format($policy$
            CREATE POLICY row_is_private ON muniment.%I AS RESTRICTIVE FOR ALL USING (
                visibility IS DISTINCT FROM 'private' OR (SELECT muniment.may('work'))
                OR (owner_id = (SELECT (muniment.principal() ->> 'user')::uuid)
                    AND agent IS NOT DISTINCT FROM (SELECT muniment.agent())))$policy$, name);
    END LOOP;
END
$$;
