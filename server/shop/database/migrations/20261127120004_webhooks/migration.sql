CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid DEFAULT uuidv7() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"object_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"status" integer,
	"problem" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"url" text NOT NULL,
	"topics" text[] NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"secret_hash" text NOT NULL,
	"rotated_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" ("endpoint_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("endpoint_id","id") WHERE "done_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" ("endpoint_id","object_id","id") WHERE "done_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" ("created_at");