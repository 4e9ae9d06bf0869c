CREATE OR REPLACE FUNCTION past_refund_item_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('refund', (SELECT o.paid_at FROM refunds r JOIN orders o ON o.id = r.order_id
		WHERE r.id = coalesce(NEW.refund_id, OLD.refund_id)));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refund_items_past_changed AFTER INSERT OR UPDATE OR DELETE ON refund_items
	FOR EACH ROW EXECUTE FUNCTION past_refund_item_changed();
