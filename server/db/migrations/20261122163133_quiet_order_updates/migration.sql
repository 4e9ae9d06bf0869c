DROP INDEX "orders_listed";--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" (("paid_at" is not null),"number" DESC NULLS LAST) WHERE "deleted_at" is null;--> statement-breakpoint
DROP INDEX "orders_by_total";--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" (("paid_at" is not null),"total_cents","number") WHERE "deleted_at" is null;--> statement-breakpoint
DROP INDEX "orders_to_ship";--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" ("number") WHERE "paid_at" is not null and "deleted_at" is null and not coalesce("refunded_cents" >= "total_cents", false) and "delivered_at" is null;--> statement-breakpoint
DROP INDEX "orders_abandoned";--> statement-breakpoint
CREATE INDEX "orders_abandoned" ON "orders" ("created_at") WHERE "paid_at" is null;--> statement-breakpoint
-- Room on each page for the versions of an order: an update that stays on its page leaves the indexes alone.
ALTER TABLE "orders" SET (fillfactor = 70);
