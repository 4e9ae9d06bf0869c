-- As product_words_saved(): its products are found by the words of a collection.
CREATE OR REPLACE FUNCTION collection_words_saved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- LOCKS.productWords in server/platform/db/locks.ts
	PERFORM pg_advisory_xact_lock(7272732, 0);
	INSERT INTO product_words (kind, word)
	SELECT 'indexed', word COLLATE "C"
	FROM unnest(tsvector_to_array(to_tsvector('english', NEW.name || ' ' || NEW.text))) AS word
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS collection_words_of_new ON collections;
CREATE CONSTRAINT TRIGGER collection_words_of_new AFTER INSERT OR UPDATE OF name, text ON collections
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION collection_words_saved();
