CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_words_spelled" ON "product_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false) WHERE "kind" = 'spelled';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_name_words" ON "products" USING gin (to_tsvector('english', "name")) WHERE "parent_id" is null;
