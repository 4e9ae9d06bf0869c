ALTER TABLE "orders" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient_name" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "recorded_by" uuid;--> statement-breakpoint
DROP INDEX "orders_to_ship";--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" ("number") WHERE "state" = 'paid' and "deleted_at" is null and not coalesce("refunded_cents" >= "total_cents", false) and "delivered_at" is null;--> statement-breakpoint
CREATE INDEX "orders_deleted" ON "orders" ("number") WHERE "deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_recipient" ON "orders" ("user_id") WHERE "recipient_name" is not null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_recorded_by_users_id_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_by" CHECK ("paid_by" is null or ("paid_by" in ('cash', 'other', 'gift') and "state" = 'paid'));--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_amount", ADD CONSTRAINT "payment_attempts_amount" CHECK (("kind" in ('card', 'manual') and "amount_cents" > 0) or ("kind" = 'zero' and "amount_cents" = 0));--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_cents", ADD CONSTRAINT "refunds_cents" CHECK ("cents" >= 0);
--> statement-breakpoint
UPDATE "orders" SET "refunded_cents" = given."cents"
FROM (SELECT "order_id", sum("cents")::integer AS "cents" FROM "refunds" WHERE "state" <> 'failed' GROUP BY "order_id") AS given
WHERE given."order_id" = "orders"."id";
--> statement-breakpoint
-- The order is locked first, so that of two refunds at once the second is added to what the first has left.
CREATE FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	refunded_order uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
BEGIN
	PERFORM FROM orders WHERE id = refunded_order FOR NO KEY UPDATE;
	UPDATE orders SET refunded_cents =
		(SELECT sum(cents)::integer FROM refunds WHERE order_id = refunded_order AND state <> 'failed')
	WHERE id = refunded_order;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_summed AFTER INSERT OR DELETE OR UPDATE OF state, cents ON refunds
	FOR EACH ROW EXECUTE FUNCTION sum_refunds();
