ALTER TABLE "returns" ADD COLUMN "exchanged_for" uuid;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "returns" ADD CONSTRAINT "returns_exchanged_for_orders_id_fkey" FOREIGN KEY ("exchanged_for") REFERENCES "orders"("id") ON DELETE SET NULL NOT VALID;
