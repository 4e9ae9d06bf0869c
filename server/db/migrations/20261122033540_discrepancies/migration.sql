-- A difference is told once, whether or not it has been closed. Of several rows for one, a closed one is kept: somebody
-- has dealt with it, and it was opened again only because closed ones used to be forgotten.
DELETE FROM "reconciliation_breaks" b USING "reconciliation_breaks" other
WHERE other."kind" = b."kind" AND other."subject" = b."subject" AND other."id" <> b."id"
	AND (other."resolved_at" IS NOT NULL, other."id") > (b."resolved_at" IS NOT NULL, b."id");--> statement-breakpoint
DROP INDEX "reconciliation_breaks_open";--> statement-breakpoint
ALTER TABLE "reconciliation_breaks" ADD COLUMN "resolved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "reconciliation_breaks" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "origin" text DEFAULT 'shop' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp with time zone DEFAULT now() + interval '1 minute' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_breaks_told" ON "reconciliation_breaks" ("kind","subject");--> statement-breakpoint
CREATE INDEX "reconciliation_breaks_waiting" ON "reconciliation_breaks" ("since") WHERE "resolved_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" ("next_try_at") WHERE "state" in ('requested', 'pending');--> statement-breakpoint
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_resolved_by_id_users_id_fkey" FOREIGN KEY ("resolved_by_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_origin" CHECK ("origin" in ('shop', 'dashboard'));--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_cents", ADD CONSTRAINT "refunds_cents" CHECK ("cents" > 0 or ("cents" = 0 and "restock"));--> statement-breakpoint
-- What an order was when its payment was captured: the buyer, every amount and every line. Written into the append-only
-- log of payments with the payment itself, so that an order which is changed later can be told from what was paid.
CREATE FUNCTION order_figures(paid_order uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('buyer', o.user_id, 'items', o.items_cents, 'shipping', o.shipping_cents,
		'tax', o.tax_cents, 'discount', o.discount_cents, 'total', o.total_cents, 'coupon', o.coupon_id,
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_array(i.product_id, i.qty, i.price_cents) ORDER BY i.line), '[]')
			FROM order_items i WHERE i.order_id = o.id))
	FROM orders o WHERE o.id = paid_order
$$;--> statement-breakpoint
CREATE FUNCTION record_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A restored row brings its own.
	IF NOT coalesce(NEW.detail ? 'order', false) THEN
		NEW.detail := coalesce(NEW.detail, '{}') || jsonb_build_object('order',
			(SELECT order_figures(a.order_id) FROM payment_attempts a WHERE a.id = NEW.attempt_id));
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER payment_log_order BEFORE INSERT ON payment_log
	FOR EACH ROW WHEN (NEW.to_state = 'captured') EXECUTE FUNCTION record_order_figures();--> statement-breakpoint
ALTER TABLE payment_log DISABLE TRIGGER payment_log_append_only;--> statement-breakpoint
UPDATE payment_log l SET detail = coalesce(l.detail, '{}') || jsonb_build_object('order', order_figures(a.order_id))
FROM payment_attempts a WHERE a.id = l.attempt_id AND l.to_state = 'captured';--> statement-breakpoint
ALTER TABLE payment_log ENABLE TRIGGER payment_log_append_only;