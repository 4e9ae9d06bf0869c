-- Checked at the end of the transaction, which changes the axes and the values of the choices one after the other.
CREATE OR REPLACE FUNCTION refuse_torn_family() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM products c JOIN products p ON p.id = c.parent_id
		WHERE c.parent_id = coalesce(NEW.parent_id, NEW.id) AND c.deleted_at IS NULL
			AND cardinality(c.choice) IS DISTINCT FROM cardinality(p.axes)
	) THEN
		RAISE EXCEPTION 'a choice of product % has not one value for each axis', coalesce(NEW.parent_id, NEW.id)
			USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS family_whole ON products;
CREATE CONSTRAINT TRIGGER family_whole AFTER INSERT OR UPDATE OF parent_id, axes, choice, deleted_at ON products
	DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL OR NEW.axes IS NOT NULL) EXECUTE FUNCTION refuse_torn_family();

DROP TRIGGER IF EXISTS family_ended ON products;
CREATE CONSTRAINT TRIGGER family_ended AFTER UPDATE OF axes ON products
	DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (OLD.axes IS NOT NULL AND NEW.axes IS NULL) EXECUTE FUNCTION refuse_torn_family();
