-- States move only along the arrows of docs/checkout.md; anything else is a fault in the code and is refused here.
CREATE OR REPLACE FUNCTION refuse_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (OLD.state, NEW.state) NOT IN (
		('unpaid', 'paying'), ('unpaid', 'paid'), ('paying', 'capturing'), ('paying', 'unpaid'),
		('capturing', 'paid'), ('capturing', 'unpaid')
	) THEN
		RAISE EXCEPTION 'order % may not move from % to %', OLD.id, OLD.state, NEW.state;
	END IF;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER order_moves BEFORE UPDATE OF state ON orders
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_order_move();
