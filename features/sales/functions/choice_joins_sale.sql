-- A choice that is added to a product in a sale is in the sale. Its price was never asked before, so none is crossed out.
CREATE OR REPLACE FUNCTION choice_joins_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO sale_products (product_id, sale_id)
		SELECT NEW.id, m.sale_id FROM sale_products m JOIN products c ON c.id = m.product_id
		WHERE c.parent_id = NEW.parent_id AND c.deleted_at IS NULL LIMIT 1;
	IF FOUND THEN
		UPDATE products SET price_cents = price_cents, was_cents = was_cents, regular_cents = price_cents WHERE id = NEW.id;
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER choice_joins_sale AFTER INSERT ON products
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL AND NEW.regular_cents IS NULL) EXECUTE FUNCTION choice_joins_sale();
