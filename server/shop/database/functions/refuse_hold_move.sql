CREATE OR REPLACE FUNCTION refuse_hold_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.state <> 'held' THEN
		RAISE EXCEPTION 'a hold that is % stays so', OLD.state;
	END IF;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER hold_moves BEFORE UPDATE OF state ON holds
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_hold_move();
