-- Keeps the price of a product in a sale with its regular price: a statement that changes the price of a product that is
-- in a sale means its regular price, and the price in the sale follows.
CREATE OR REPLACE FUNCTION sale_price_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sale record;
BEGIN
	SELECT s.percent_bp, s.price_cents, m.lowest_cents INTO sale
		FROM sale_products m JOIN sales s ON s.id = m.sale_id WHERE m.product_id = NEW.id;
	IF NOT FOUND THEN
		RETURN NEW;
	END IF;
	IF OLD.regular_cents = NEW.regular_cents AND OLD.price_cents <> NEW.price_cents THEN
		NEW.regular_cents := NEW.price_cents;
	END IF;
	-- What was crossed out by hand is crossed out again after the sale.
	IF OLD.regular_cents IS NOT NULL AND OLD.was_cents IS DISTINCT FROM NEW.was_cents THEN
		UPDATE sale_products SET was_cents = NEW.was_cents WHERE product_id = NEW.id;
	END IF;
	NEW.price_cents := price_in_sale(NEW.regular_cents, sale.percent_bp, sale.price_cents);
	-- least() takes no notice of null, which crosses nothing out.
	NEW.was_cents := CASE WHEN sale.lowest_cents IS NOT NULL THEN least(sale.lowest_cents, NEW.regular_cents) END;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sale_price_kept BEFORE UPDATE OF price_cents, was_cents, regular_cents ON products
	FOR EACH ROW WHEN (NEW.regular_cents IS NOT NULL) EXECUTE FUNCTION sale_price_kept();
