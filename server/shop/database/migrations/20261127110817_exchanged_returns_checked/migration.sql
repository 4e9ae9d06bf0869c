ALTER TABLE "returns" VALIDATE CONSTRAINT "returns_exchanged_for_orders_id_fkey";
