CREATE TABLE "outside_sales" (
	"state" char(2),
	"year" smallint,
	"cents" bigint NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "outside_sales_pkey" PRIMARY KEY("state","year"),
	CONSTRAINT "outside_sales_figures" CHECK (least("cents", "orders") >= 0)
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"state" char(2),
	"zip" char(5),
	"ppm" integer NOT NULL,
	"parts" jsonb,
	"place" text,
	"risk" text,
	"source" text NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_rates_pkey" PRIMARY KEY("state","zip"),
	CONSTRAINT "tax_rates_zip" CHECK ("state" ~ '^[A-Z]{2}$' and "zip" ~ '^[0-9]{5}$'),
	CONSTRAINT "tax_rates_ppm" CHECK ("ppm" between 0 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "tax" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_ppm" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_base_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total", ADD CONSTRAINT "orders_total" CHECK ("total_cents" = "items_cents" + "shipping_cents" + case when "tax_included" then 0 else "tax_cents" end + coalesce("wrap_cents", 0) - "discount_cents");--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_cents", ADD CONSTRAINT "orders_cents" CHECK (least("items_cents", "shipping_cents", "tax_cents", "wrap_cents", "discount_cents", "total_cents", "tax_ppm", "tax_base_cents") >= 0);--> statement-breakpoint
-- What an order was when its payment was captured. Its tax by state stands in it where there is one, so that the figures
-- of other orders stay as they were recorded.
CREATE OR REPLACE FUNCTION order_figures(paid_order uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('buyer', o.user_id, 'items', o.items_cents, 'shipping', o.shipping_cents,
		'tax', o.tax_cents, 'discount', o.discount_cents, 'total', o.total_cents, 'coupon', o.coupon_id,
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_array(i.product_id, i.qty, i.price_cents)
				|| CASE WHEN i.answers IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(md5(i.answers::text)) END
				ORDER BY i.line), '[]')
			FROM order_items i WHERE i.order_id = o.id))
		|| CASE WHEN o.wrap_cents IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('wrap', o.wrap_cents) END
		|| CASE WHEN o.tax IS NULL THEN '{}'::jsonb
			ELSE jsonb_build_object('taxed', jsonb_build_array(o.tax_ppm, o.tax_base_cents, o.tax_included, o.tax)) END
	FROM orders o WHERE o.id = paid_order
$$;
