CREATE OR REPLACE FUNCTION past_refund_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('refund', OLD.created_at, OLD.updated_at, NEW.created_at, NEW.updated_at,
		(SELECT paid_at FROM orders WHERE id = coalesce(NEW.order_id, OLD.order_id)));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refunds_past_changed AFTER INSERT OR UPDATE OR DELETE ON refunds
	FOR EACH ROW EXECUTE FUNCTION past_refund_changed();
