CREATE OR REPLACE FUNCTION past_payout_entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('payout', VARIADIC ARRAY[OLD.effective_at, NEW.effective_at]
		|| ARRAY(SELECT o.paid_at FROM payment_attempts a JOIN orders o ON o.id = a.order_id
			WHERE a.square_payment_id IN (OLD.payment_id, NEW.payment_id))
		|| ARRAY(SELECT updated_at FROM refunds WHERE square_refund_id IN (OLD.refund_id, NEW.refund_id)));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payout_entries_past_changed AFTER INSERT OR UPDATE OR DELETE ON payout_entries
	FOR EACH ROW EXECUTE FUNCTION past_payout_entry_changed();
