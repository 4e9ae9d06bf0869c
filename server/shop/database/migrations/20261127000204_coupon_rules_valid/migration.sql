ALTER TABLE "coupons" VALIDATE CONSTRAINT "coupons_percent";--> statement-breakpoint
ALTER TABLE "coupons" VALIDATE CONSTRAINT "coupons_min_goods";--> statement-breakpoint
ALTER TABLE "coupons" VALIDATE CONSTRAINT "coupons_days";--> statement-breakpoint
ALTER TABLE "coupons" VALIDATE CONSTRAINT "coupons_max_uses";