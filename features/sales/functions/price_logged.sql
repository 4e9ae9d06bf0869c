-- Logs a price that is asked from now on; null for a product that is not on sale any more. Of a product without an entry
-- the price until now is taken to be as old as the product.
CREATE OR REPLACE FUNCTION price_logged() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	asked integer := CASE WHEN NEW.deleted_at IS NULL AND NOT NEW.draft THEN NEW.price_cents END;
	asked_before integer := CASE WHEN OLD.deleted_at IS NULL AND NOT OLD.draft THEN OLD.price_cents END;
BEGIN
	IF asked IS NOT DISTINCT FROM asked_before THEN
		RETURN NULL;
	END IF;
	IF asked_before IS NOT NULL AND NOT EXISTS (SELECT FROM price_log WHERE product_id = NEW.id) THEN
		INSERT INTO price_log (product_id, at, cents) VALUES (NEW.id, OLD.created_at, asked_before);
	END IF;
	-- Of the changes of one transaction the last one counts.
	INSERT INTO price_log (product_id, at, cents) VALUES (NEW.id, now(), asked)
		ON CONFLICT (product_id, at) DO UPDATE SET cents = excluded.cents;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER price_logged AFTER UPDATE OF price_cents, draft, deleted_at ON products
	FOR EACH ROW EXECUTE FUNCTION price_logged();
