CREATE TABLE "cached_totals" (
	"part" text,
	"starts" timestamp with time zone,
	"ends" timestamp with time zone,
	"snapshot" pg_snapshot NOT NULL,
	"cluster" bigint NOT NULL,
	"rows" jsonb NOT NULL,
	"cached_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cached_totals_pkey" PRIMARY KEY("part","starts","ends")
);
--> statement-breakpoint
CREATE TABLE "past_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "past_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"moment" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"transaction" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "past_changes_moment" ON "past_changes" ("moment");--> statement-breakpoint
CREATE INDEX "past_changes_made" ON "past_changes" ("changed_at");--> statement-breakpoint
-- Notes what has changed about moments of the past. A moment of the last 30 minutes is of no day with totals: they are
-- cached from two hours after its end. So a payment that arrives costs a comparison.
CREATE FUNCTION note_past_change(kind text, VARIADIC moments timestamptz[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO past_changes (moment, kind)
	SELECT DISTINCT moment, $1 FROM unnest(moments) AS moment WHERE moment < now() - interval '30 minutes'
$$;
--> statement-breakpoint
-- When the refunds of an order were made and last changed.
CREATE FUNCTION refund_moments(of_order uuid) RETURNS timestamptz[] LANGUAGE sql STABLE AS $$
	SELECT coalesce(array_agg(r.created_at) || array_agg(r.updated_at), '{}') FROM refunds r WHERE r.order_id = of_order
$$;
--> statement-breakpoint
-- The kind of the change is the argument of the trigger. A refund counts on its own day, by the address of its order.
CREATE FUNCTION past_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change(TG_ARGV[0], VARIADIC ARRAY[OLD.created_at, OLD.paid_at, NEW.created_at, NEW.paid_at]
		|| refund_moments(NEW.id));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION all_orders_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('sale', '-infinity');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION past_attempt_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('fee', VARIADIC (SELECT paid_at FROM orders WHERE id = NEW.order_id)
		|| refund_moments(NEW.order_id));
	PERFORM note_past_change('payout', VARIADIC ARRAY(
		SELECT effective_at FROM payout_entries WHERE payment_id IN (OLD.square_payment_id, NEW.square_payment_id)));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION past_refund_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('refund', OLD.created_at, OLD.updated_at, NEW.created_at, NEW.updated_at,
		(SELECT paid_at FROM orders WHERE id = coalesce(NEW.order_id, OLD.order_id)));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION past_refund_item_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('refund', (SELECT o.paid_at FROM refunds r JOIN orders o ON o.id = r.order_id
		WHERE r.id = coalesce(NEW.refund_id, OLD.refund_id)));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION past_costs_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('cost', (SELECT paid_at FROM orders WHERE id = coalesce(NEW.order_id, OLD.order_id)));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION past_payout_entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_past_change('payout', VARIADIC ARRAY[OLD.effective_at, NEW.effective_at]
		|| ARRAY(SELECT o.paid_at FROM payment_attempts a JOIN orders o ON o.id = a.order_id
			WHERE a.square_payment_id IN (OLD.payment_id, NEW.payment_id))
		|| ARRAY(SELECT updated_at FROM refunds WHERE square_refund_id IN (OLD.refund_id, NEW.refund_id)));
	RETURN NULL;
END $$;
