CREATE TABLE "product_costs" (
	"product_id" uuid PRIMARY KEY,
	"material_cents" integer NOT NULL,
	"packaging_cents" integer NOT NULL,
	"postage_cents" integer NOT NULL,
	"minutes" integer,
	CONSTRAINT "product_costs_figures" CHECK (least("material_cents", "packaging_cents", "postage_cents", "minutes" - 1) >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_item_costs" (
	"order_id" uuid,
	"line" integer,
	"material_cents" integer NOT NULL,
	"packaging_cents" integer NOT NULL,
	"postage_cents" integer NOT NULL,
	"minutes" integer,
	CONSTRAINT "order_item_costs_pkey" PRIMARY KEY("order_id","line")
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "fees" jsonb;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "hourly_pay_cents" integer;--> statement-breakpoint
ALTER TABLE "product_costs" ADD CONSTRAINT "product_costs_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_item_costs" ADD CONSTRAINT "order_item_costs_order_id_line_order_items_order_id_line_fkey" FOREIGN KEY ("order_id","line") REFERENCES "order_items"("order_id","line") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "settings" DROP CONSTRAINT "settings_figures", ADD CONSTRAINT "settings_figures" CHECK (least("low_stock", "shipping_one_cents", "shipping_more_cents", "wrap_cents", "hourly_pay_cents") >= 0);
--> statement-breakpoint
-- A paid order keeps what its pieces cost at that moment, whatever the seller enters later.
CREATE FUNCTION keep_item_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_item_costs (order_id, line, material_cents, packaging_cents, postage_cents, minutes)
	SELECT i.order_id, i.line, c.material_cents, c.packaging_cents, c.postage_cents, c.minutes
	FROM order_items i JOIN products p ON p.id = i.product_id
		JOIN product_costs c ON c.product_id = coalesce(p.parent_id, p.id)
	WHERE i.order_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_item_costs AFTER UPDATE OF paid_at ON orders
	FOR EACH ROW WHEN (OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL) EXECUTE FUNCTION keep_item_costs();--> statement-breakpoint
CREATE TRIGGER order_item_costs_fixed BEFORE UPDATE ON order_item_costs
	FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
