-- The page of a drop, and the page of a product that comes into it or leaves it.
CREATE OR REPLACE FUNCTION product_dropped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('drop', slug, 'pieces',
			jsonb_build_array(coalesce(NEW.product_id, OLD.product_id))))
		FROM drops WHERE id IN (OLD.drop_id, NEW.drop_id);
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_dropped AFTER INSERT OR UPDATE OR DELETE ON dropped_products
	FOR EACH ROW EXECUTE FUNCTION product_dropped();
