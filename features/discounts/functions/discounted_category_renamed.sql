-- The rules of discounts know categories by their names.
CREATE OR REPLACE FUNCTION discounted_category_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A statement that changes no row would have all pages rendered again.
	IF EXISTS (SELECT FROM discounts WHERE rule->'categories' ? OLD.name) THEN
		UPDATE discounts SET rule = rename_in_rule(rule, OLD.name, NEW.name) WHERE rule->'categories' ? OLD.name;
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER discounted_categories_renamed AFTER UPDATE OF name ON categories FOR EACH ROW
	WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION discounted_category_renamed();
