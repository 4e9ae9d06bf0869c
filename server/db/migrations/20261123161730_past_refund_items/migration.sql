CREATE TRIGGER refund_items_past_changed AFTER INSERT OR UPDATE OR DELETE ON refund_items
	FOR EACH ROW EXECUTE FUNCTION past_refund_item_changed();
