-- A piece that is being paid for has no stock, nor has it afterwards: only its hold tells the two apart on its page.
CREATE OR REPLACE FUNCTION hold_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('soldOut', coalesce(parent_id, id))) FROM products WHERE id = NEW.product_id AND qty = 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER holds_sold AFTER UPDATE OF state ON holds
	FOR EACH ROW WHEN (NEW.state = 'sold') EXECUTE FUNCTION hold_sold();
