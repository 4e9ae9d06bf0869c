-- A page shows the stock at any quantity, so every change of it is told. No public page shows a draft or a deleted product.
-- Allowed, replaced-trigger: it tells of all that it told of before, and of more.
CREATE OR REPLACE TRIGGER products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		((OLD.deleted_at IS NULL AND NOT OLD.draft) OR (NEW.deleted_at IS NULL AND NOT NEW.draft)) AND (
			(OLD.sku, OLD.name, OLD.price_cents, OLD.description, OLD.category, OLD.color, OLD.slug, OLD.featured, OLD.one_of_a_kind, OLD.draft, OLD.deleted_at)
				IS DISTINCT FROM
			(NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.category, NEW.color, NEW.slug, NEW.featured, NEW.one_of_a_kind, NEW.draft, NEW.deleted_at)
			OR (OLD.materials, OLD.size, OLD.weight, OLD.care, OLD.edition)
				IS DISTINCT FROM (NEW.materials, NEW.size, NEW.weight, NEW.care, NEW.edition)
			OR (OLD.parent_id, OLD.axes, OLD.choice, OLD.position, OLD.photo_id, OLD.make_days_min, OLD.make_days_max, OLD.asks, OLD.grams)
				IS DISTINCT FROM (NEW.parent_id, NEW.axes, NEW.choice, NEW.position, NEW.photo_id, NEW.make_days_min, NEW.make_days_max, NEW.asks, NEW.grams)
			OR OLD.qty <> NEW.qty
		)
	) EXECUTE FUNCTION product_changed();
