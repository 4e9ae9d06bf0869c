ALTER TABLE "past_reviews" VALIDATE CONSTRAINT "past_reviews_source";
