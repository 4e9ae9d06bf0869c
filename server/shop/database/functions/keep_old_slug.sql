-- Whoever renames a product, in whatever way: its old address leads on to the new one. A draft had no address yet.
CREATE OR REPLACE FUNCTION keep_old_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_slugs (slug, product_id) VALUES (OLD.slug, OLD.id)
		ON CONFLICT (slug) DO UPDATE SET product_id = excluded.product_id;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_slug_given_up AFTER UPDATE OF slug ON products
	FOR EACH ROW WHEN (OLD.slug <> NEW.slug AND NOT OLD.draft) EXECUTE FUNCTION keep_old_slug();
