-- A piece has a page before its drop starts, which shows all that a product on sale shows. Of a piece that is and stays
-- for sale, the notices of products tell its drop as well: nothing for a sale of one of more than twenty, and else whether
-- only the stock changed.
-- Allowed, replaced-trigger: no version with pages of drops was released before this one.
CREATE OR REPLACE TRIGGER dropped_products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		OLD.drop_id IS DISTINCT FROM NEW.drop_id
		OR (
			NEW.drop_id IS NOT NULL
			AND (OLD.draft OR NEW.draft OR OLD.deleted_at IS NOT NULL OR NEW.deleted_at IS NOT NULL)
			AND (
				(OLD.name, OLD.slug, OLD.price_cents, OLD.qty, OLD.draft, OLD.deleted_at, OLD.sku, OLD.description, OLD.category, OLD.color, OLD.one_of_a_kind)
					IS DISTINCT FROM
				(NEW.name, NEW.slug, NEW.price_cents, NEW.qty, NEW.draft, NEW.deleted_at, NEW.sku, NEW.description, NEW.category, NEW.color, NEW.one_of_a_kind)
				OR (OLD.materials, OLD.size, OLD.weight, OLD.care, OLD.edition, OLD.make_days_min, OLD.make_days_max, OLD.asks, OLD.grams)
					IS DISTINCT FROM (NEW.materials, NEW.size, NEW.weight, NEW.care, NEW.edition, NEW.make_days_min, NEW.make_days_max, NEW.asks, NEW.grams)
			)
		)
	) EXECUTE FUNCTION dropped_product_changed();
