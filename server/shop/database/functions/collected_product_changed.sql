-- Visitors see links to the collections that have products for sale.
CREATE OR REPLACE FUNCTION collected_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM collection_products WHERE product_id = NEW.id) THEN
		PERFORM notify_change(jsonb_build_object('table', 'collections'));
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER collected_products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN ((OLD.deleted_at IS NULL AND NOT OLD.draft) <> (NEW.deleted_at IS NULL AND NOT NEW.draft))
	EXECUTE FUNCTION collected_product_changed();
