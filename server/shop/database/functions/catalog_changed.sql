-- Every process that keeps rendered pages hears of a change when the transaction that made it commits.
CREATE OR REPLACE FUNCTION catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('catalog', '');
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_removed AFTER DELETE OR TRUNCATE ON products
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();

CREATE OR REPLACE TRIGGER images_truncated AFTER TRUNCATE ON images
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();

CREATE OR REPLACE TRIGGER text_pages_truncated AFTER TRUNCATE ON pages
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
