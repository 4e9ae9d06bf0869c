CREATE TABLE "cancel_requests" (
	"order_id" uuid PRIMARY KEY,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"declined_at" timestamp with time zone,
	"declined_by" uuid,
	"answer" text,
	CONSTRAINT "cancel_requests_declined" CHECK (("declined_at" is null) = ("answer" is null) and ("declined_at" is null) = ("declined_by" is null))
);
--> statement-breakpoint
CREATE TABLE "refund_items" (
	"refund_id" uuid,
	"line" integer,
	"qty" integer NOT NULL,
	"restock" integer NOT NULL,
	CONSTRAINT "refund_items_pkey" PRIMARY KEY("refund_id","line"),
	CONSTRAINT "refund_items_units" CHECK (least("qty", "restock") >= 0 and "qty" + "restock" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "with_shipping" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tells_reason" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "cancel_requests_open" ON "cancel_requests" ("created_at") WHERE "declined_at" is null;--> statement-breakpoint
ALTER TABLE "cancel_requests" ADD CONSTRAINT "cancel_requests_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "cancel_requests" ADD CONSTRAINT "cancel_requests_declined_by_users_id_fkey" FOREIGN KEY ("declined_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_refund_id_refunds_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_canceled" CHECK ("canceled_at" is null or "state" = 'unpaid');
--> statement-breakpoint
-- The refunds made so far: those that restocked returned every unit, and the one that completed a full refund refunded
-- every unit and the shipping.
WITH completing AS (
	SELECT DISTINCT ON (r.order_id) r.id FROM refunds r JOIN orders o ON o.id = r.order_id
	WHERE r.state <> 'failed' AND o.refunded_cents >= o.total_cents
	ORDER BY r.order_id, r.cents = 0 AND o.total_cents > 0, r.created_at DESC, r.id DESC
), parts AS (
	UPDATE refunds SET with_shipping = true WHERE id IN (SELECT id FROM completing)
)
INSERT INTO refund_items (refund_id, line, qty, restock)
SELECT r.id, i.line, CASE WHEN r.id IN (SELECT id FROM completing) THEN i.qty ELSE 0 END, CASE WHEN r.restock THEN i.qty ELSE 0 END
FROM refunds r JOIN order_items i ON i.order_id = r.order_id
WHERE r.state <> 'failed' AND (r.restock OR r.id IN (SELECT id FROM completing));
