CREATE TABLE "low_products" (
	"product_id" uuid PRIMARY KEY
);
--> statement-breakpoint
ALTER TABLE "low_products" ADD CONSTRAINT "low_products_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
INSERT INTO "low_products" ("product_id") SELECT "product_id" FROM "push_low_products";
