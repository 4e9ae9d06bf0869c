-- The kind of the change is the argument of the trigger. A refund counts on its own day, by the address of its order.
CREATE OR REPLACE FUNCTION past_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change(TG_ARGV[0], VARIADIC ARRAY[OLD.created_at, OLD.paid_at, NEW.created_at, NEW.paid_at]
		|| refund_moments(NEW.id));
	RETURN NULL;
END $$;

-- Orders that are paid within 30 minutes, as nearly all are, cost these triggers a comparison.
CREATE OR REPLACE TRIGGER orders_past_changed AFTER UPDATE ON orders FOR EACH ROW
	WHEN (least(OLD.created_at, NEW.created_at, OLD.paid_at, NEW.paid_at) < now() - interval '30 minutes'
		AND (OLD.created_at, OLD.paid_at, OLD.paid_by, OLD.is_demo, OLD.current_attempt, OLD.items_cents,
			OLD.shipping_cents, OLD.tax_cents, OLD.tax_ppm, OLD.tax_base_cents, OLD.tax, OLD.tax_included, OLD.wrap_cents,
			OLD.discount_cents, OLD.total_cents, OLD.coupon_id, OLD.coupon, OLD.country_code, OLD.address_state, OLD.shipping)
		IS DISTINCT FROM
			(NEW.created_at, NEW.paid_at, NEW.paid_by, NEW.is_demo, NEW.current_attempt, NEW.items_cents,
			NEW.shipping_cents, NEW.tax_cents, NEW.tax_ppm, NEW.tax_base_cents, NEW.tax, NEW.tax_included, NEW.wrap_cents,
			NEW.discount_cents, NEW.total_cents, NEW.coupon_id, NEW.coupon, NEW.country_code, NEW.address_state, NEW.shipping))
	EXECUTE FUNCTION past_order_changed('sale');

-- Whether an order was refunded in full before it left.
CREATE OR REPLACE TRIGGER orders_past_left AFTER UPDATE OF delivered_at, refunded_cents ON orders FOR EACH ROW
	WHEN (OLD.paid_at < now() - interval '30 minutes'
		AND (OLD.delivered_at IS NULL AND coalesce(OLD.refunded_cents >= OLD.total_cents, false))
			<> (NEW.delivered_at IS NULL AND coalesce(NEW.refunded_cents >= NEW.total_cents, false)))
	EXECUTE FUNCTION past_order_changed('refund');

CREATE OR REPLACE TRIGGER orders_past_added AFTER INSERT ON orders FOR EACH ROW
	WHEN (least(NEW.created_at, NEW.paid_at) < now() - interval '30 minutes')
	EXECUTE FUNCTION past_order_changed('sale');

CREATE OR REPLACE TRIGGER orders_past_removed AFTER DELETE ON orders FOR EACH ROW
	WHEN (least(OLD.created_at, OLD.paid_at) < now() - interval '30 minutes')
	EXECUTE FUNCTION past_order_changed('sale');
