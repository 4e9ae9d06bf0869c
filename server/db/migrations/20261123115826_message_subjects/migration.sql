CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_order" ON "outbox" (("payload"->>'orderId')) WHERE ("payload"->>'orderId') is not null and "kind" not in ('receipt', 'new_order');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_refund" ON "outbox" (("payload"->>'refundId')) WHERE ("payload"->>'refundId') is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_request" ON "outbox" (("payload"->>'requestId')) WHERE ("payload"->>'requestId') is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_user" ON "outbox" (("payload"->>'userId')) WHERE ("payload"->>'userId') is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_to" ON "outbox" (lower("payload"->>'to')) WHERE lower("payload"->>'to') is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_email" ON "outbox" (lower("payload"->>'email')) WHERE lower("payload"->>'email') is not null;