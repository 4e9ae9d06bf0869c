-- The pages of products name the collections that are shown.
CREATE OR REPLACE FUNCTION collection_hidden_or_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('collected', product_id)) FROM collection_products WHERE collection_id = NEW.id;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER collections_hidden_or_shown AFTER UPDATE OF hidden ON collections
	FOR EACH ROW WHEN (OLD.hidden <> NEW.hidden) EXECUTE FUNCTION collection_hidden_or_shown();
