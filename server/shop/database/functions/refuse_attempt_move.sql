CREATE OR REPLACE FUNCTION refuse_attempt_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (OLD.state, NEW.state) NOT IN (
		('authorising', 'capturing'), ('authorising', 'declined'), ('authorising', 'abandoning'),
		('capturing', 'captured'), ('capturing', 'voided'), ('abandoning', 'voided')
	) THEN
		RAISE EXCEPTION 'payment attempt % may not move from % to %', OLD.id, OLD.state, NEW.state;
	END IF;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER attempt_moves BEFORE UPDATE OF state ON payment_attempts
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_attempt_move();
