-- When a transaction commits, it has all locks of rows that it needs, so that those that add new words wait for one
-- another one by one. Words that were added by each statement could be waited for in a circle.
CREATE OR REPLACE FUNCTION product_words_saved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	searched tsvector := NEW.search || coalesce(words_of_questions(NEW.asks), '');
BEGIN
	IF EXISTS (
		SELECT FROM words_of_product(NEW.name, searched, NEW.choices_search) w
		WHERE NOT EXISTS (SELECT FROM product_words p WHERE p.kind = w.kind AND p.word = w.word COLLATE "C")
	) THEN
		-- LOCKS.productWords in server/platform/db/locks.ts
		PERFORM pg_advisory_xact_lock(7272732, 0);
		INSERT INTO product_words (kind, word)
		SELECT DISTINCT w.kind, w.word COLLATE "C" FROM words_of_product(NEW.name, searched, NEW.choices_search) w
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;

-- Words are added when a transaction commits, by product_words_saved().
DROP TRIGGER IF EXISTS product_words_of_new ON products;
CREATE CONSTRAINT TRIGGER product_words_of_new AFTER INSERT ON products
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION product_words_saved();

-- Not for the stock or the price. With what gives a choice its name before it is written.
DROP TRIGGER IF EXISTS product_words_of_changed ON products;
CREATE CONSTRAINT TRIGGER product_words_of_changed
	AFTER UPDATE OF name, sku, category, color, description, materials, parent_id, choice, choices_search, asks ON products
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
		(OLD.name, OLD.search, OLD.choices_search, OLD.asks) IS DISTINCT FROM (NEW.name, NEW.search, NEW.choices_search, NEW.asks)
	) EXECUTE FUNCTION product_words_saved();
