CREATE OR REPLACE FUNCTION order_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	facts jsonb;
BEGIN
	IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE is_on) THEN
		RETURN NULL;
	END IF;
	facts := jsonb_build_object('id', NEW.id, 'number', NEW.number, 'state', CASE
		WHEN NEW.canceled_at IS NOT NULL THEN 'canceled'
		WHEN NEW.refunded_cents >= NEW.total_cents THEN 'refunded'
		WHEN NEW.collected_at IS NOT NULL THEN 'collected'
		WHEN NEW.delivered_at IS NOT NULL THEN 'shipped'
		WHEN NEW.paid_at IS NOT NULL THEN 'paid'
		ELSE 'unpaid' END);
	-- OLD is null of a new order.
	IF TG_OP = 'INSERT' THEN
		PERFORM queue_webhook('order.placed', NEW.id, facts);
	END IF;
	IF OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL THEN
		PERFORM queue_webhook('order.paid', NEW.id, facts);
	END IF;
	IF OLD.delivered_at IS NULL AND NEW.delivered_at IS NOT NULL THEN
		PERFORM queue_webhook('order.shipped', NEW.id, facts);
	END IF;
	IF OLD.collected_at IS NULL AND NEW.collected_at IS NOT NULL THEN
		PERFORM queue_webhook('order.collected', NEW.id, facts);
	END IF;
	IF NEW.refunded_cents > coalesce(OLD.refunded_cents, -1) THEN
		PERFORM queue_webhook('order.refunded', NEW.id, facts);
	END IF;
	IF OLD.canceled_at IS NULL AND NEW.canceled_at IS NOT NULL THEN
		PERFORM queue_webhook('order.canceled', NEW.id, facts);
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_placed_webhooks AFTER INSERT ON orders
	FOR EACH ROW EXECUTE FUNCTION order_webhooks();

CREATE OR REPLACE TRIGGER orders_moved_webhooks
	AFTER UPDATE OF paid_at, delivered_at, collected_at, refunded_cents, canceled_at ON orders
	FOR EACH ROW WHEN (
		(OLD.paid_at, OLD.delivered_at, OLD.collected_at, OLD.refunded_cents, OLD.canceled_at)
			IS DISTINCT FROM (NEW.paid_at, NEW.delivered_at, NEW.collected_at, NEW.refunded_cents, NEW.canceled_at)
	) EXECUTE FUNCTION order_webhooks();
