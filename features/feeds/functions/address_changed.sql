-- Search engines are told of a product that comes, goes, is edited or sells out, and of one that is back. A change of a
-- choice is a change of its product.
CREATE OR REPLACE FUNCTION address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO changed_addresses (path)
		SELECT '/products/' || slug FROM (
			SELECT slug FROM products WHERE id = coalesce(NEW.parent_id, NEW.id) AND NOT draft
			UNION SELECT OLD.slug WHERE TG_OP = 'UPDATE' AND NEW.parent_id IS NULL AND NOT OLD.draft
		) AS pages;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_address_added AFTER INSERT ON products
	FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND NOT NEW.draft) EXECUTE FUNCTION address_changed();

CREATE OR REPLACE TRIGGER product_address_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		((OLD.deleted_at IS NULL AND NOT OLD.draft) OR (NEW.deleted_at IS NULL AND NOT NEW.draft)) AND (
			(OLD.{products}) IS DISTINCT FROM (NEW.{products})
			OR OLD.price_cents <> NEW.price_cents
			OR (OLD.qty > 0) <> (NEW.qty > 0)
		)
	) EXECUTE FUNCTION address_changed();
