-- The order is locked first, so that of two refunds at once the second is added to what the first has left.
CREATE OR REPLACE FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	refunded_order uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
BEGIN
	PERFORM FROM orders WHERE id = refunded_order FOR NO KEY UPDATE;
	UPDATE orders SET refunded_cents =
		(SELECT sum(cents)::integer FROM refunds WHERE order_id = refunded_order AND state <> 'failed')
	WHERE id = refunded_order;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refunds_summed AFTER INSERT OR DELETE OR UPDATE OF state, cents ON refunds
	FOR EACH ROW EXECUTE FUNCTION sum_refunds();
