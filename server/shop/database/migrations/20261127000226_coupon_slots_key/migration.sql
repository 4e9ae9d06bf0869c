ALTER TABLE "coupon_uses" DROP CONSTRAINT "coupon_uses_pkey";--> statement-breakpoint
-- Allowed, new-constraint: its index is there, and unique.
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_pkey" PRIMARY KEY USING INDEX "coupon_uses_slots";
