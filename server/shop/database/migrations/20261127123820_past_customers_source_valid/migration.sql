ALTER TABLE "past_customers" VALIDATE CONSTRAINT "past_customers_source";
