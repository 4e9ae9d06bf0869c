-- States move only along the arrows of docs/checkout.md; anything else is a fault in the code and is refused here.
CREATE FUNCTION refuse_order_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (OLD.state, NEW.state) NOT IN (
		('unpaid', 'paying'), ('unpaid', 'paid'), ('paying', 'capturing'), ('paying', 'unpaid'),
		('capturing', 'paid'), ('capturing', 'unpaid')
	) THEN
		RAISE EXCEPTION 'order % may not move from % to %', OLD.id, OLD.state, NEW.state;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_moves BEFORE UPDATE OF state ON orders
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_order_move();
--> statement-breakpoint
CREATE FUNCTION refuse_attempt_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (OLD.state, NEW.state) NOT IN (
		('authorising', 'capturing'), ('authorising', 'declined'), ('authorising', 'abandoning'),
		('capturing', 'captured'), ('capturing', 'voided'), ('abandoning', 'voided')
	) THEN
		RAISE EXCEPTION 'payment attempt % may not move from % to %', OLD.id, OLD.state, NEW.state;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER attempt_moves BEFORE UPDATE OF state ON payment_attempts
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_attempt_move();
--> statement-breakpoint
CREATE FUNCTION refuse_hold_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.state <> 'held' THEN
		RAISE EXCEPTION 'a hold that is % stays so', OLD.state;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER hold_moves BEFORE UPDATE OF state ON holds
	FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION refuse_hold_move();
--> statement-breakpoint
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE ON stock_ledger
	FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER payment_log_append_only BEFORE UPDATE OR DELETE ON payment_log
	FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- Every process that keeps rendered pages hears of a change when the transaction that made it commits.
CREATE FUNCTION catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('catalog', '');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
--> statement-breakpoint
CREATE TRIGGER images_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON images
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
--> statement-breakpoint
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
