CREATE OR REPLACE FUNCTION past_attempt_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('fee', VARIADIC (SELECT paid_at FROM orders WHERE id = NEW.order_id)
		|| refund_moments(NEW.order_id));
	PERFORM note_past_change('payout', VARIADIC ARRAY(
		SELECT effective_at FROM payout_entries WHERE payment_id IN (OLD.square_payment_id, NEW.square_payment_id)));
	RETURN NULL;
END $$;

-- A payment that is captured within 30 minutes costs a comparison; its fee comes later.
CREATE OR REPLACE TRIGGER payment_attempts_past_changed AFTER UPDATE ON payment_attempts FOR EACH ROW
	WHEN ((OLD.state = 'captured' OR NEW.state = 'captured' AND OLD.created_at < now() - interval '30 minutes')
		AND (OLD.order_id, OLD.state, OLD.kind, OLD.mode, OLD.amount_cents, OLD.fee_cents, OLD.square_payment_id)
			IS DISTINCT FROM
			(NEW.order_id, NEW.state, NEW.kind, NEW.mode, NEW.amount_cents, NEW.fee_cents, NEW.square_payment_id))
	EXECUTE FUNCTION past_attempt_changed();
