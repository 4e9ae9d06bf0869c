CREATE OR REPLACE FUNCTION past_costs_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('cost', (SELECT paid_at FROM orders WHERE id = coalesce(NEW.order_id, OLD.order_id)));
	RETURN NULL;
END $$;

-- Not for what other triggers write: the costs of an order that is being paid, or of one that is removed.
CREATE OR REPLACE TRIGGER order_item_costs_past_changed AFTER INSERT OR UPDATE OR DELETE ON order_item_costs FOR EACH ROW
	WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION past_costs_changed();
