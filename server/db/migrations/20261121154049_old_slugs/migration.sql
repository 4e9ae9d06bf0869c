CREATE TABLE "product_slugs" (
	"slug" text PRIMARY KEY,
	"product_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_slugs_product" ON "product_slugs" ("product_id");--> statement-breakpoint
ALTER TABLE "product_slugs" ADD CONSTRAINT "product_slugs_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
-- Whoever renames a product, in whatever way: its old address leads on to the new one. A draft had no address yet.
CREATE FUNCTION keep_old_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_slugs (slug, product_id) VALUES (OLD.slug, OLD.id)
		ON CONFLICT (slug) DO UPDATE SET product_id = excluded.product_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_slug_given_up AFTER UPDATE OF slug ON products
	FOR EACH ROW WHEN (OLD.slug <> NEW.slug AND NOT OLD.draft) EXECUTE FUNCTION keep_old_slug();
