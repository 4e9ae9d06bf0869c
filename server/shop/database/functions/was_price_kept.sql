-- A price that is not above the one that is charged is not crossed out, whichever statement has changed one of them.
-- Its trigger comes after those that change prices themselves: triggers fire in the order of their names.
CREATE OR REPLACE FUNCTION was_price_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.was_cents := NULL;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER was_price_kept BEFORE INSERT OR UPDATE OF price_cents, was_cents, regular_cents ON products
	FOR EACH ROW WHEN (NEW.was_cents <= NEW.price_cents) EXECUTE FUNCTION was_price_kept();
