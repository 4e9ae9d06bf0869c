CREATE TABLE "order_delays" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"was_by" date NOT NULL,
	"ship_by" date NOT NULL,
	"words" text NOT NULL,
	"answer_by" date,
	"answer" text,
	"answered_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_delays_later" CHECK ("ship_by" > "was_by" and "answer_by" between "was_by" and "ship_by"),
	CONSTRAINT "order_delays_answer" CHECK ("answer" in ('wait', 'refund')),
	CONSTRAINT "order_delays_answered" CHECK (("answer" is null) = ("answered_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "order_delays_day" ON "order_delays" ("order_id","ship_by");--> statement-breakpoint
CREATE UNIQUE INDEX "order_delays_replaced" ON "order_delays" ("order_id","was_by");--> statement-breakpoint
CREATE INDEX "order_delays_to_refund" ON "order_delays" ("order_id") WHERE "answer" = 'refund' or "answer" is null and "answer_by" is not null;--> statement-breakpoint
ALTER TABLE "order_delays" ADD CONSTRAINT "order_delays_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_delays" ADD CONSTRAINT "order_delays_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");