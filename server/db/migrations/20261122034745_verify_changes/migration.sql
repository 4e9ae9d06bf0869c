ALTER TABLE "order_verify_log" ADD COLUMN "kind" text DEFAULT 'item_removed' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_verify_log" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "order_verify_log" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "order_verify_log" ADD COLUMN "total_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "touched_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "order_verify_log" ALTER COLUMN "item" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "orders_user";--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" ("user_id","created_at" DESC NULLS LAST,"number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_abandoned" ON "orders" ("touched_at") WHERE "state" = 'unpaid';--> statement-breakpoint
ALTER TABLE "order_verify_log" ADD CONSTRAINT "order_verify_log_kind" CHECK (coalesce(case "kind"
        when 'item_removed' then "item" is not null
        when 'coupon_removed' then "code" is not null and "reason" in ('expired', 'used', 'deleted') and "total_cents" >= 0
        when 'prices_changed' then "total_cents" >= 0
        else false end, false));