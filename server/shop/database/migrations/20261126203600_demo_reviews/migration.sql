-- Allowed, ban-drop-not-null: no version reads it from a review, and those of the demo have no import.
ALTER TABLE "past_reviews" ALTER COLUMN "import_id" DROP NOT NULL;