-- The page of a drop shows its pieces before they are for sale, of which no other notice tells.
CREATE OR REPLACE FUNCTION dropped_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('drop', d.slug, 'pieces', jsonb_build_array(NEW.id)))
		FROM drops d JOIN dropped_products p ON p.drop_id = d.id WHERE p.product_id = NEW.id;
	RETURN NULL;
END $$;

-- A product has a page before its drop starts, which shows all that a product on sale shows. Of a product that is and
-- stays for sale, the notices of products_changed tell its drop as well.
CREATE OR REPLACE TRIGGER dropped_products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		(OLD.draft OR NEW.draft OR OLD.deleted_at IS NOT NULL OR NEW.deleted_at IS NOT NULL)
		AND (
			(OLD.{products}) IS DISTINCT FROM (NEW.{products})
			OR (OLD.price_cents, OLD.qty) <> (NEW.price_cents, NEW.qty)
		)
	) EXECUTE FUNCTION dropped_product_changed();
