CREATE OR REPLACE FUNCTION choice_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- As in server/shop/catalog/choice-sums.ts, which sums up each product once, at the end of a change of many.
	IF current_setting('boutique.choice_sums', true) = 'later' THEN
		RETURN NULL;
	END IF;
	PERFORM sum_up_choices(NEW.parent_id);
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER family_choice_added AFTER INSERT ON products
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION choice_changed();

-- Not for the stock: a sale does not lock the product that the choice is of.
CREATE OR REPLACE TRIGGER family_choice_changed AFTER UPDATE OF price_cents, was_cents, sku, choice, position, deleted_at ON products
	FOR EACH ROW WHEN (
		NEW.parent_id IS NOT NULL AND (OLD.price_cents, OLD.was_cents, OLD.sku, OLD.choice, OLD.position, OLD.deleted_at)
			IS DISTINCT FROM (NEW.price_cents, NEW.was_cents, NEW.sku, NEW.choice, NEW.position, NEW.deleted_at)
	) EXECUTE FUNCTION choice_changed();
