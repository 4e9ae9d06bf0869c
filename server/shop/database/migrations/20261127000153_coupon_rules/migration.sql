CREATE TABLE "discounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"amount_cents" integer DEFAULT 0 NOT NULL,
	"percent_bp" integer,
	"rule" jsonb,
	"not_on_sale" boolean DEFAULT false NOT NULL,
	"min_goods_cents" integer DEFAULT 0 NOT NULL,
	"starts" date,
	"expires" date,
	"draft" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discounts_amount" CHECK ("amount_cents" between 0 and 100000000),
	CONSTRAINT "discounts_percent" CHECK ("percent_bp" is null or ("percent_bp" between 1 and 10000 and "amount_cents" = 0)),
	CONSTRAINT "discounts_min_goods" CHECK ("min_goods_cents" between 0 and 100000000),
	CONSTRAINT "discounts_days" CHECK ("starts" <= "expires")
);--> statement-breakpoint
CREATE INDEX "discounts_newest" ON "discounts" ("created_at");--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "percent_bp" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "not_on_sale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "min_goods_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "starts" date;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "max_uses" integer;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "per_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_percent" CHECK ("percent_bp" is null or ("percent_bp" between 1 and 10000 and "amount_cents" = 0)) NOT VALID;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_min_goods" CHECK ("min_goods_cents" between 0 and 100000000) NOT VALID;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_days" CHECK ("starts" <= "expires") NOT VALID;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_max_uses" CHECK ("max_uses" > 0) NOT VALID;