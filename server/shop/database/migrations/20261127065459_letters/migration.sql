CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"blocks" jsonb,
	"last_subscriber_id" uuid,
	"queued" integer DEFAULT 0 NOT NULL,
	"unsent" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "letters_state" CHECK ("state" in ('draft', 'sending', 'sent')),
	CONSTRAINT "letters_started" CHECK (("state" = 'draft') = ("started_at" is null)),
	CONSTRAINT "letters_blocks" CHECK (("state" = 'draft') = ("blocks" is null)),
	CONSTRAINT "letters_sent" CHECK (("state" = 'sent') = ("sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"email" text NOT NULL,
	"state" text DEFAULT 'unconfirmed' NOT NULL,
	"source" text NOT NULL,
	"consent" text NOT NULL,
	"address_hash" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "subscribers_state" CHECK ("state" in ('unconfirmed', 'subscribed', 'ended')),
	CONSTRAINT "subscribers_source" CHECK ("source" in ('checkout', 'page')),
	CONSTRAINT "subscribers_confirmed" CHECK ("state" <> 'subscribed' or ("confirmed_at" is not null and "ended_at" is null)),
	CONSTRAINT "subscribers_ended" CHECK ("state" <> 'ended' or "ended_at" is not null)
);
--> statement-breakpoint
CREATE INDEX "letters_sending" ON "letters" ("started_at") WHERE "state" = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_email" ON "subscribers" (lower("email"));--> statement-breakpoint
CREATE INDEX "subscribers_subscribed" ON "subscribers" ("id") WHERE "state" = 'subscribed';--> statement-breakpoint
CREATE INDEX "subscribers_hash" ON "subscribers" ("address_hash");