-- What an earlier try has done stays: a start that is stopped between the two goes on here.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid" ON "orders" ("created_at","total_cents","canceled_at","deleted_at") WHERE "paid_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_abandoned";
