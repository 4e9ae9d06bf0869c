-- The old address of a renamed collection leads to the new one.
CREATE OR REPLACE FUNCTION keep_old_collection_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO collection_slugs (slug, collection_id) VALUES (OLD.slug, OLD.id)
		ON CONFLICT (slug) DO UPDATE SET collection_id = excluded.collection_id;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER collections_slug_given_up AFTER UPDATE OF slug ON collections
	FOR EACH ROW WHEN (OLD.slug <> NEW.slug) EXECUTE FUNCTION keep_old_collection_slug();
