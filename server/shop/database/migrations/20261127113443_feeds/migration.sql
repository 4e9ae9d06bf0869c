CREATE TABLE "changed_addresses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changed_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_settings" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"assistants_may_read" boolean NOT NULL,
	CONSTRAINT "feed_settings_single" CHECK ("id")
);
--> statement-breakpoint
CREATE INDEX "changed_addresses_path" ON "changed_addresses" ("path","id");