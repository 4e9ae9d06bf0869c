ALTER TABLE "orders" ADD COLUMN "collected_at" timestamp with time zone;--> statement-breakpoint
-- Who collects an order does so soon: what has been ready for a month is no longer there.
-- Allowed, fills-table: a shop has few orders that were collected, and nothing else changes those of last month.
UPDATE "orders" SET "collected_at" = "delivered_at"
	WHERE coalesce("shipping" ? 'pickup', false) AND "delivered_at" < now() - interval '30 days';
