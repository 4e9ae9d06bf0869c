CREATE TABLE "customer_merges" (
	"email" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"user_id" uuid,
	"email" text,
	"note" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_notes_one" CHECK (("user_id" is null) <> ("email" is null)),
	CONSTRAINT "customer_notes_note" CHECK ("note" <> '')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "customer_merges_user" ON "customer_merges" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_notes_user" ON "customer_notes" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_notes_email" ON "customer_notes" ("email");--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;