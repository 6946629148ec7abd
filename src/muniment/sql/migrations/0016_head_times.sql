-- A head moves to a time of the transaction that moves it: not to an earlier one, at which questions have been answered
-- already. A new one begins at zero, now.

CREATE OR REPLACE FUNCTION muniment.stamp_head() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.number <> 0 OR NEW.recorded_at NOT BETWEEN transaction_timestamp() AND clock_timestamp() THEN
            RAISE EXCEPTION 'a head begins at zero, now'
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'head_moves_forward';
        END IF;
    ELSIF NEW.number <> OLD.number + 1
        OR NEW.recorded_at <= OLD.recorded_at
        OR NEW.recorded_at < transaction_timestamp()
        OR NEW.recorded_at > greatest(clock_timestamp(), OLD.recorded_at + interval '1 microsecond')
    THEN
        RAISE EXCEPTION 'a head moves one transaction forward, and its time with it'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'head_moves_forward';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER head_is_begun BEFORE INSERT ON muniment.heads
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_head();
