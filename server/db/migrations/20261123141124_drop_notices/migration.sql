-- The page of a drop shows its pieces before they are for sale. Of a piece that is and stays for sale, the notices of
-- products tell its drop as well: nothing for a sale of one of more than twenty, and else whether only the stock changed.
-- Allowed, replaced-trigger: no version with pages of drops was released before this one.
CREATE OR REPLACE TRIGGER dropped_products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		OLD.drop_id IS DISTINCT FROM NEW.drop_id
		OR (
			NEW.drop_id IS NOT NULL
			AND (OLD.draft OR NEW.draft OR OLD.deleted_at IS NOT NULL OR NEW.deleted_at IS NOT NULL)
			AND (OLD.name, OLD.slug, OLD.price_cents, OLD.qty, OLD.draft, OLD.deleted_at)
				IS DISTINCT FROM (NEW.name, NEW.slug, NEW.price_cents, NEW.qty, NEW.draft, NEW.deleted_at)
		)
	) EXECUTE FUNCTION dropped_product_changed();
