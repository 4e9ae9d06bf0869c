ALTER TABLE "outbox" ADD COLUMN "unsent_at" timestamp with time zone;
