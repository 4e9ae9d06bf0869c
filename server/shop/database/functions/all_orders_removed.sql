CREATE OR REPLACE FUNCTION all_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('sale', '-infinity');
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_all_removed AFTER TRUNCATE ON orders
	FOR EACH STATEMENT EXECUTE FUNCTION all_orders_removed();
