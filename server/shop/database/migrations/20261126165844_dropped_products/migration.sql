CREATE TABLE "dropped_products" (
	"product_id" uuid PRIMARY KEY,
	"drop_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "dropped_products_drop" ON "dropped_products" ("drop_id");--> statement-breakpoint
ALTER TABLE "dropped_products" ADD CONSTRAINT "dropped_products_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "dropped_products" ADD CONSTRAINT "dropped_products_drop_id_drops_id_fkey" FOREIGN KEY ("drop_id") REFERENCES "drops"("id") ON DELETE CASCADE;--> statement-breakpoint
-- products.drop_id stays until a later version contracts it; mirror_drop_id() writes it meanwhile.
INSERT INTO "dropped_products" ("product_id", "drop_id") SELECT "id", "drop_id" FROM "products" WHERE "drop_id" IS NOT NULL;
