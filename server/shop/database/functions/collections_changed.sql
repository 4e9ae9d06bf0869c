CREATE OR REPLACE FUNCTION collections_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('table', 'collections'));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER collection_products_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON collection_products
	FOR EACH STATEMENT EXECUTE FUNCTION collections_changed();
