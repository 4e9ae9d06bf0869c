CREATE TABLE "price_log" (
	"product_id" uuid,
	"at" timestamp with time zone,
	"cents" integer,
	CONSTRAINT "price_log_pkey" PRIMARY KEY("product_id","at")
);
--> statement-breakpoint
CREATE TABLE "sale_products" (
	"product_id" uuid PRIMARY KEY,
	"sale_id" uuid NOT NULL,
	"lowest_cents" integer,
	"was_cents" integer
);
--> statement-breakpoint
CREATE TABLE "sale_targets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"sale_id" uuid NOT NULL,
	"category" text,
	"collection_id" uuid,
	"product_id" uuid,
	CONSTRAINT "sale_targets_one" CHECK (num_nonnulls("category", "collection_id", "product_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"percent_bp" integer,
	"price_cents" integer,
	"is_for_all" boolean NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_state" CHECK ("state" in ('planned', 'running', 'ended')),
	CONSTRAINT "sales_terms" CHECK (("percent_bp" is null) <> ("price_cents" is null)),
	CONSTRAINT "sales_percent" CHECK ("percent_bp" between 1 and 9999),
	CONSTRAINT "sales_price" CHECK ("price_cents" > 0),
	CONSTRAINT "sales_times" CHECK ("ends_at" > "starts_at")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "was_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "regular_cents" integer;--> statement-breakpoint
CREATE INDEX "sale_products_sale" ON "sale_products" ("sale_id");--> statement-breakpoint
CREATE INDEX "sale_targets_sale" ON "sale_targets" ("sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_targets_category" ON "sale_targets" ("category","sale_id") WHERE "category" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_targets_collection" ON "sale_targets" ("collection_id","sale_id") WHERE "collection_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_targets_product" ON "sale_targets" ("product_id","sale_id") WHERE "product_id" is not null;--> statement-breakpoint
CREATE INDEX "sales_due" ON "sales" ("starts_at") WHERE "state" <> 'ended';--> statement-breakpoint
ALTER TABLE "price_log" ADD CONSTRAINT "price_log_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sale_products" ADD CONSTRAINT "sale_products_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sale_products" ADD CONSTRAINT "sale_products_sale_id_sales_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id");--> statement-breakpoint
ALTER TABLE "sale_targets" ADD CONSTRAINT "sale_targets_sale_id_sales_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sale_targets" ADD CONSTRAINT "sale_targets_category_categories_name_fkey" FOREIGN KEY ("category") REFERENCES "categories"("name") ON DELETE CASCADE ON UPDATE CASCADE;--> statement-breakpoint
ALTER TABLE "sale_targets" ADD CONSTRAINT "sale_targets_collection_id_collections_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sale_targets" ADD CONSTRAINT "sale_targets_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "products" ADD CONSTRAINT "products_was" CHECK ("was_cents" > "price_cents") NOT VALID;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "products" ADD CONSTRAINT "products_regular" CHECK ("regular_cents" >= "price_cents") NOT VALID;