CREATE TABLE "settings" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"name" text NOT NULL,
	"tagline" text NOT NULL,
	"story" text NOT NULL,
	"email" text NOT NULL,
	"social_url" text NOT NULL,
	"photos_url" text NOT NULL,
	"time_zone" text NOT NULL,
	"low_stock" integer DEFAULT 3 NOT NULL,
	"tax_basis_points" integer DEFAULT 550 NOT NULL,
	"shipping_one_cents" integer DEFAULT 350 NOT NULL,
	"shipping_more_cents" integer DEFAULT 500 NOT NULL,
	CONSTRAINT "settings_single" CHECK ("id"),
	CONSTRAINT "settings_tax" CHECK ("tax_basis_points" between 0 and 10000),
	CONSTRAINT "settings_figures" CHECK (least("low_stock", "shipping_one_cents", "shipping_more_cents") >= 0)
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "unused_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "carrier" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_number" text;--> statement-breakpoint
CREATE INDEX "images_unused" ON "images" ("unused_since") WHERE "product_id" is null;--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" (("state" = 'paid'),"number" DESC NULLS LAST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" (("state" = 'paid'),"total_cents","number") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" ("number") WHERE "state" = 'paid' and "delivered_at" is null and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" ("paid_at") WHERE "paid_at" is not null;--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_named" ON "products" (lower("name"),"id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_priced" ON "products" ("price_cents","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_stocked" ON "products" ("qty","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_named" ON "users" (lower("name"),"id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
