CREATE OR REPLACE FUNCTION choice_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parent products;
BEGIN
	SELECT * INTO parent FROM products WHERE id = NEW.parent_id;
	-- A backup may have a choice before its product; its columns are then as they were.
	IF NOT FOUND THEN
		RETURN NEW;
	END IF;
	NEW.name := name_of_choice(parent.name, NEW.choice);
	NEW.category := parent.category;
	NEW.draft := parent.draft;
	NEW.deleted_at := coalesce(NEW.deleted_at, parent.deleted_at);
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER family_choice_written BEFORE INSERT OR UPDATE OF choice, parent_id ON products
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION choice_written();
