ALTER TABLE "import_rows" ADD COLUMN "updates" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "sets_stock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "fetched" jsonb;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "missing" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "wants_photos" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX "import_rows_key";--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" ("key") WHERE "state" in ('created', 'updated', 'kept');--> statement-breakpoint
ALTER TABLE "import_rows" DROP CONSTRAINT "import_rows_state", ADD CONSTRAINT "import_rows_state" CHECK ("state" in ('waiting', 'created', 'updated', 'failed', 'undone', 'kept'));