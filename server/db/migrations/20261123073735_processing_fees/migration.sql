ALTER TABLE "payment_attempts" ADD COLUMN "fee_cents" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "fee_cents" integer;--> statement-breakpoint
CREATE INDEX "payment_attempts_without_fee" ON "payment_attempts" ("mode","created_at") WHERE "state" = 'captured' and "kind" = 'card' and "fee_cents" is null;