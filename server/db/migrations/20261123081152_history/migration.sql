CREATE TABLE "past_customers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"source" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "past_customers_source" CHECK ("source" in ('etsy', 'shopify', 'square'))
);
--> statement-breakpoint
CREATE TABLE "past_order_items" (
	"past_order_id" uuid,
	"line" smallint,
	"name" text NOT NULL,
	"options" text NOT NULL,
	"sku" text NOT NULL,
	"qty" integer NOT NULL,
	"price_cents" integer,
	"product_id" uuid,
	CONSTRAINT "past_order_items_pkey" PRIMARY KEY("past_order_id","line")
);
--> statement-breakpoint
CREATE TABLE "past_orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"import_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"customer_id" uuid,
	"recipient" text NOT NULL,
	"address" jsonb NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"items_cents" integer,
	"discount_cents" integer,
	"shipping_cents" integer,
	"tax_cents" integer,
	"total_cents" integer,
	"refunded_cents" integer,
	"search" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "past_orders_source" CHECK ("source" in ('etsy', 'shopify', 'square')),
	CONSTRAINT "past_orders_currency" CHECK ("currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "past_reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"import_id" uuid NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"source_order_id" text NOT NULL,
	"past_order_id" uuid,
	"product_id" uuid,
	"reviewer" text NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"day" date NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "past_reviews_source" CHECK ("source" in ('etsy', 'shopify', 'square')),
	CONSTRAINT "past_reviews_rating" CHECK ("rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "kind" text DEFAULT 'products' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "past_customers_key" ON "past_customers" ("source","key");--> statement-breakpoint
CREATE INDEX "past_customers_email" ON "past_customers" (lower("email")) WHERE "email" <> '';--> statement-breakpoint
CREATE INDEX "past_order_items_product" ON "past_order_items" ("product_id") WHERE "product_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "past_orders_source_id" ON "past_orders" ("source","source_id");--> statement-breakpoint
CREATE INDEX "past_orders_newest" ON "past_orders" ("day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_orders_customer" ON "past_orders" ("customer_id");--> statement-breakpoint
CREATE INDEX "past_orders_import" ON "past_orders" ("import_id");--> statement-breakpoint
CREATE INDEX "past_orders_search" ON "past_orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "past_reviews_key" ON "past_reviews" ("source","key");--> statement-breakpoint
CREATE INDEX "past_reviews_newest" ON "past_reviews" ("day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_reviews_of_product" ON "past_reviews" ("product_id","day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "hidden";--> statement-breakpoint
CREATE INDEX "past_reviews_order" ON "past_reviews" ("past_order_id");--> statement-breakpoint
CREATE INDEX "past_reviews_import" ON "past_reviews" ("import_id");--> statement-breakpoint
ALTER TABLE "past_order_items" ADD CONSTRAINT "past_order_items_past_order_id_past_orders_id_fkey" FOREIGN KEY ("past_order_id") REFERENCES "past_orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "past_order_items" ADD CONSTRAINT "past_order_items_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "past_orders" ADD CONSTRAINT "past_orders_import_id_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id");--> statement-breakpoint
ALTER TABLE "past_orders" ADD CONSTRAINT "past_orders_customer_id_past_customers_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "past_customers"("id");--> statement-breakpoint
ALTER TABLE "past_reviews" ADD CONSTRAINT "past_reviews_import_id_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id");--> statement-breakpoint
ALTER TABLE "past_reviews" ADD CONSTRAINT "past_reviews_past_order_id_past_orders_id_fkey" FOREIGN KEY ("past_order_id") REFERENCES "past_orders"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "past_reviews" ADD CONSTRAINT "past_reviews_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_kind" CHECK ("kind" in ('products', 'orders', 'reviews'));
--> statement-breakpoint
-- The page of a product shows the reviews that were left of it in other shops.
CREATE FUNCTION products_reviewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM notify_change(jsonb_build_object('reviewed', product_id))
			FROM (SELECT DISTINCT product_id FROM reviews_before WHERE product_id IS NOT NULL AND NOT hidden) AS shown;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM notify_change(jsonb_build_object('reviewed', product_id))
			FROM (SELECT DISTINCT product_id FROM reviews_after WHERE product_id IS NOT NULL AND NOT hidden) AS shown;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER past_reviews_added AFTER INSERT ON past_reviews
	REFERENCING NEW TABLE AS reviews_after FOR EACH STATEMENT EXECUTE FUNCTION products_reviewed();--> statement-breakpoint
CREATE TRIGGER past_reviews_changed AFTER UPDATE ON past_reviews
	REFERENCING OLD TABLE AS reviews_before NEW TABLE AS reviews_after FOR EACH STATEMENT EXECUTE FUNCTION products_reviewed();--> statement-breakpoint
CREATE TRIGGER past_reviews_removed AFTER DELETE ON past_reviews
	REFERENCING OLD TABLE AS reviews_before FOR EACH STATEMENT EXECUTE FUNCTION products_reviewed();
