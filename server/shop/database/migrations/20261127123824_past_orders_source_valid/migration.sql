ALTER TABLE "past_orders" VALIDATE CONSTRAINT "past_orders_source";
