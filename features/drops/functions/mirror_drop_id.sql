-- The version before has the drop of a product in products.drop_id, and runs on these tables while this one is rolled
-- out. A version later a contracting migration drops that column, and this function with its triggers.
CREATE OR REPLACE FUNCTION mirror_drop_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'dropped_products' THEN
		UPDATE products SET drop_id = CASE WHEN TG_OP <> 'DELETE' THEN NEW.drop_id END
			WHERE id = coalesce(NEW.product_id, OLD.product_id);
	ELSIF NEW.drop_id IS NULL THEN
		DELETE FROM dropped_products WHERE product_id = NEW.id;
	ELSE
		INSERT INTO dropped_products (product_id, drop_id) VALUES (NEW.id, NEW.drop_id)
			ON CONFLICT (product_id) DO UPDATE SET drop_id = excluded.drop_id;
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER drop_id_written AFTER UPDATE OF drop_id ON products
	FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND OLD.drop_id IS DISTINCT FROM NEW.drop_id)
	EXECUTE FUNCTION mirror_drop_id();

-- Not for a drop that is deleted, of which the foreign key of the column tells.
CREATE OR REPLACE TRIGGER drop_id_mirrored AFTER INSERT OR UPDATE OR DELETE ON dropped_products
	FOR EACH ROW WHEN (pg_trigger_depth() = 0)
	EXECUTE FUNCTION mirror_drop_id();
