ALTER TABLE "products" ADD COLUMN "origin_country" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "customs" jsonb;