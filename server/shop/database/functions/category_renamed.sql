-- The rules of coupons know categories by their names.
CREATE OR REPLACE FUNCTION category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE coupons SET rule = rename_in_rule(rule, OLD.name, NEW.name) WHERE rule->'categories' ? OLD.name;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_renamed AFTER UPDATE OF name ON categories FOR EACH ROW
	WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION category_renamed();
