-- What an earlier try has done stays: a start that is stopped between the two goes on here.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_by_stock" ON "products" ("qty","id","draft","one_of_a_kind","created_at") WHERE "deleted_at" is null and "axes" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_stocked";
