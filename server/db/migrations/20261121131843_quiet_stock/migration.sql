-- Commits that notify wait for each other, so a sale of one of more than twenty says nothing. Until something else
-- changes, a kept page offers a few more of it than there are; the cart and the order ask again.
DROP TRIGGER products_changed ON products;
CREATE TRIGGER products_came_or_went AFTER INSERT OR DELETE OR TRUNCATE ON products
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		(OLD.sku, OLD.name, OLD.price_cents, OLD.description, OLD.category, OLD.color, OLD.slug, OLD.featured, OLD.draft, OLD.deleted_at)
			IS DISTINCT FROM
		(NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.category, NEW.color, NEW.slug, NEW.featured, NEW.draft, NEW.deleted_at)
		OR least(OLD.qty, 20) <> least(NEW.qty, 20)
	) EXECUTE FUNCTION catalog_changed();
