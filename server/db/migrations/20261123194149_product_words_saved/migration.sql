-- When a transaction commits, it has all locks of rows that it needs, so that those that add new words wait for one
-- another one by one. Words that were added by each statement could be waited for in a circle.
CREATE FUNCTION product_words_saved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM words_of_product(NEW.name, NEW.search, NEW.choices_search) w
		WHERE NOT EXISTS (SELECT FROM product_words p WHERE p.kind = w.kind AND p.word = w.word COLLATE "C")
	) THEN
		-- LOCKS.productWords in server/db/locks.ts
		PERFORM pg_advisory_xact_lock(7272732, 0);
		INSERT INTO product_words (kind, word)
		SELECT DISTINCT w.kind, w.word COLLATE "C" FROM words_of_product(NEW.name, NEW.search, NEW.choices_search) w
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
