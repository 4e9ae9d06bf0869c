-- A product's page names its collections.
CREATE OR REPLACE FUNCTION product_collected() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('collected', coalesce(NEW.product_id, OLD.product_id)));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_collected AFTER INSERT OR DELETE ON collection_products
	FOR EACH ROW EXECUTE FUNCTION product_collected();
