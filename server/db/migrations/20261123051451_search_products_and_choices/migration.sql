DROP INDEX "products_search";--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WHERE "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_search_stock" ON "products" USING gin ("search") WHERE "parent_id" is not null;