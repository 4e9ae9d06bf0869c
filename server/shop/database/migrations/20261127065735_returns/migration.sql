CREATE TABLE "return_items" (
	"return_id" uuid,
	"order_id" uuid NOT NULL,
	"line" integer,
	"qty" integer NOT NULL,
	"before" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_items_pkey" PRIMARY KEY("return_id","line"),
	CONSTRAINT "return_items_qty" CHECK ("qty" > 0 and "before" >= 0)
);
--> statement-breakpoint
CREATE TABLE "return_policy" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"days" integer NOT NULL,
	"exchanges" boolean NOT NULL,
	"postage" text NOT NULL,
	CONSTRAINT "return_policy_single" CHECK ("id"),
	CONSTRAINT "return_policy_days" CHECK ("days" between 0 and 365),
	CONSTRAINT "return_policy_postage" CHECK ("postage" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"wish" text DEFAULT 'refund' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"last_day" date,
	"is_late" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "returns_kind" CHECK ("kind" in ('return', 'withdrawal')),
	CONSTRAINT "returns_wish" CHECK ("wish" in ('refund', 'exchange')),
	CONSTRAINT "returns_state" CHECK ("state" in ('asked', 'accepted', 'refused', 'refunded')),
	CONSTRAINT "returns_words" CHECK (char_length("reason") <= 1000 and char_length("answer") <= 1000),
	CONSTRAINT "returns_answered" CHECK (("answered_at" is null) = ("answer" is null)),
	CONSTRAINT "returns_answer" CHECK ("state" in ('asked', 'refunded') or "answer" is not null)
);
--> statement-breakpoint
CREATE TABLE "unmatched_withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"order_text" text NOT NULL,
	"email" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "return_items_line" ON "return_items" ("order_id","line");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_open" ON "returns" ("order_id") WHERE "state" in ('asked', 'accepted');--> statement-breakpoint
CREATE INDEX "returns_order" ON "returns" ("order_id","asked_at");--> statement-breakpoint
CREATE INDEX "returns_newest" ON "returns" ("asked_at");--> statement-breakpoint
CREATE INDEX "unmatched_withdrawals_open" ON "unmatched_withdrawals" ("received_at") WHERE "done_at" is null;--> statement-breakpoint
CREATE INDEX "unmatched_withdrawals_email" ON "unmatched_withdrawals" (lower("email"));--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_return_id_returns_id_fkey" FOREIGN KEY ("return_id") REFERENCES "returns"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_order_id_line_order_items_order_id_line_fkey" FOREIGN KEY ("order_id","line") REFERENCES "order_items"("order_id","line") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_answered_by_users_id_fkey" FOREIGN KEY ("answered_by") REFERENCES "users"("id");