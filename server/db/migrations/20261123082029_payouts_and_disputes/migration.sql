CREATE TABLE "disputes" (
	"id" text PRIMARY KEY,
	"order_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_state" CHECK ("state" in ('inquiry', 'inquiry_answered', 'withdrawn', 'open', 'answered', 'won', 'lost', 'accepted'))
);
--> statement-breakpoint
CREATE TABLE "payout_entries" (
	"id" text PRIMARY KEY,
	"payout_id" text NOT NULL,
	"kind" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"gross_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"payment_id" text,
	"refund_id" text,
	"dispute_id" text
);
--> statement-breakpoint
CREATE TABLE "payout_reads" (
	"mode" text PRIMARY KEY,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payout_reads_mode" CHECK ("mode" in ('live', 'sandbox', 'simulated'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"arrives_on" date,
	"bank_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"entries_read_at" timestamp with time zone,
	CONSTRAINT "payouts_mode" CHECK ("mode" in ('live', 'sandbox', 'simulated')),
	CONSTRAINT "payouts_status" CHECK ("status" in ('sent', 'paid', 'failed')),
	CONSTRAINT "payouts_kind" CHECK ("kind" in ('with_entries', 'without_entries'))
);
--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_attempt" ON "disputes" ("attempt_id");--> statement-breakpoint
CREATE INDEX "disputes_to_answer" ON "disputes" ("due_at") WHERE "state" in ('inquiry', 'open');--> statement-breakpoint
CREATE INDEX "payout_entries_payout" ON "payout_entries" ("payout_id");--> statement-breakpoint
CREATE INDEX "payout_entries_effective" ON "payout_entries" ("effective_at");--> statement-breakpoint
CREATE INDEX "payout_entries_payment" ON "payout_entries" ("payment_id") WHERE "payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payout_entries_refund" ON "payout_entries" ("refund_id") WHERE "refund_id" is not null;--> statement-breakpoint
CREATE INDEX "payout_entries_dispute" ON "payout_entries" ("dispute_id") WHERE "dispute_id" is not null;--> statement-breakpoint
CREATE INDEX "payouts_newest" ON "payouts" ("mode","created_at");--> statement-breakpoint
CREATE INDEX "payouts_unread" ON "payouts" ("created_at") WHERE "entries_read_at" is null;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "payout_entries" ADD CONSTRAINT "payout_entries_payout_id_payouts_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_origin", ADD CONSTRAINT "refunds_origin" CHECK ("origin" in ('shop', 'dashboard', 'dispute'));