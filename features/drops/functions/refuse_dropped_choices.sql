-- A place in line is for one piece, which is a row with stock of its own. Both sides lock the product before.
CREATE OR REPLACE FUNCTION refuse_dropped_choices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	product uuid := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
	IF EXISTS (
		SELECT FROM dropped_products d JOIN products p ON p.id = d.product_id
		WHERE d.product_id = product AND (p.axes IS NOT NULL OR p.parent_id IS NOT NULL)
	) THEN
		RAISE EXCEPTION 'product % is in a drop, so it cannot have choices or be one', product
			USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER dropped_without_choices AFTER INSERT OR UPDATE ON dropped_products
	FOR EACH ROW EXECUTE FUNCTION refuse_dropped_choices('product_id');

CREATE OR REPLACE TRIGGER choices_without_drop AFTER UPDATE OF axes, parent_id ON products
	FOR EACH ROW WHEN (NEW.axes IS NOT NULL OR NEW.parent_id IS NOT NULL)
	EXECUTE FUNCTION refuse_dropped_choices('id');
