ALTER TABLE "orders" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_mode" CHECK ("mode" in ('live', 'sandbox', 'simulated'));--> statement-breakpoint
-- What the simulator has taken is in its own books, beside the shop's tables where it has ever been asked.
DO $$
BEGIN
	IF to_regclass('square_simulator.payments') IS NOT NULL THEN
		UPDATE payment_attempts a SET mode = 'simulated'
			FROM square_simulator.payments p WHERE p.id = a.square_payment_id;
		UPDATE orders o SET is_demo = true
			FROM payment_attempts a WHERE a.id = o.current_attempt AND o.state = 'paid' AND a.mode = 'simulated';
	END IF;
END $$;
