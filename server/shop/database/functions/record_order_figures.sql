CREATE OR REPLACE FUNCTION record_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A restored row brings its own.
	IF NOT coalesce(NEW.detail ? 'order', false) THEN
		NEW.detail := coalesce(NEW.detail, '{}') || jsonb_build_object('order',
			(SELECT order_figures(a.order_id) FROM payment_attempts a WHERE a.id = NEW.attempt_id));
	END IF;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payment_log_order BEFORE INSERT ON payment_log
	FOR EACH ROW WHEN (NEW.to_state = 'captured') EXECUTE FUNCTION record_order_figures();
