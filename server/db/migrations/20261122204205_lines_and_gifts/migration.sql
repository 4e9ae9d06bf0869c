DROP INDEX "order_items_product";--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "wrap_cents" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "make_days" smallint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "wrap_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_by" date;--> statement-breakpoint
CREATE INDEX "orders_ship_by" ON "orders" ("ship_by","number") WHERE "paid_at" is not null and "deleted_at" is null and not coalesce("refunded_cents" >= "total_cents", false) and "delivered_at" is null;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_answers" CHECK (jsonb_array_length("answers") > 0);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_make_days" CHECK ("make_days" > 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_gift_note" CHECK (char_length("gift_note") between 1 and 300);--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total", ADD CONSTRAINT "orders_total" CHECK ("total_cents" = "items_cents" + "shipping_cents" + "tax_cents" + coalesce("wrap_cents", 0) - "discount_cents");--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_cents", ADD CONSTRAINT "orders_cents" CHECK (least("items_cents", "shipping_cents", "tax_cents", "wrap_cents", "discount_cents", "total_cents") >= 0);--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_figures", ADD CONSTRAINT "settings_figures" CHECK (least("low_stock", "shipping_one_cents", "shipping_more_cents", "wrap_cents") >= 0);
--> statement-breakpoint
-- What an order was when its payment was captured. Gift wrap and answers stand in it where there are any, so that the
-- figures of earlier orders stay as they were recorded. Answers may be personal: their hash is enough to compare.
CREATE OR REPLACE FUNCTION order_figures(paid_order uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('buyer', o.user_id, 'items', o.items_cents, 'shipping', o.shipping_cents,
		'tax', o.tax_cents, 'discount', o.discount_cents, 'total', o.total_cents, 'coupon', o.coupon_id,
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_array(i.product_id, i.qty, i.price_cents)
				|| CASE WHEN i.answers IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(md5(i.answers::text)) END
				ORDER BY i.line), '[]')
			FROM order_items i WHERE i.order_id = o.id))
		|| CASE WHEN o.wrap_cents IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('wrap', o.wrap_cents) END
	FROM orders o WHERE o.id = paid_order
$$;--> statement-breakpoint
-- The orders that wait to be shipped, by the settings as they are now.
WITH terms AS (
	SELECT coalesce(max(time_zone), 'America/Chicago') AS zone, coalesce(max((ship_days->>'to')::int), 3) AS needed,
		max(closed->>'from')::date AS closed_from, max(closed->>'to')::date AS closed_to
	FROM settings
), waiting AS (
	SELECT id, (paid_at AT TIME ZONE zone)::date AS paid_on FROM orders, terms
	WHERE paid_at IS NOT NULL AND delivered_at IS NULL
), days AS (
	SELECT id, day::date, row_number() OVER (PARTITION BY id ORDER BY day) AS number
	FROM waiting, terms, generate_series(
		(paid_on + 1)::timestamp, paid_on + 2 * needed + 2 + coalesce(closed_to - closed_from + 1, 0), interval '1 day') AS day
	WHERE extract(isodow FROM day) < 6 AND (closed_from IS NULL OR day NOT BETWEEN closed_from AND closed_to)
)
UPDATE orders SET ship_by = day FROM days, terms WHERE days.id = orders.id AND days.number = needed;
