CREATE TRIGGER refunds_past_changed AFTER INSERT OR UPDATE OR DELETE ON refunds
	FOR EACH ROW EXECUTE FUNCTION past_refund_changed();
