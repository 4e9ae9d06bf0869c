CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" uuid,
	"is_api_key" boolean NOT NULL,
	"network" text,
	"call" text,
	"subject" text,
	"times" integer NOT NULL,
	"dedupe_key" text NOT NULL UNIQUE,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_events_newest" ON "audit_events" ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_user" ON "audit_events" ("user_id");