CREATE TABLE "product_words" (
	"kind" text,
	"word" text collate "C",
	CONSTRAINT "product_words_pkey" PRIMARY KEY("kind","word"),
	CONSTRAINT "product_words_kind" CHECK ("kind" in ('indexed', 'spelled'))
);
--> statement-breakpoint
-- The words as indexes have them, as the name spells them, and its neighbors, for what is typed as one word: strawtopper.
CREATE FUNCTION words_of_product(name text, search tsvector, choices_search tsvector)
RETURNS TABLE (kind text, word text) LANGUAGE sql IMMUTABLE AS $$
	SELECT 'indexed', unnest(tsvector_to_array(search))
	UNION ALL SELECT 'indexed', unnest(tsvector_to_array(choices_search))
	UNION ALL SELECT 'spelled', unnest(tsvector_to_array(to_tsvector('simple', name)))
	UNION ALL SELECT 'spelled', parts[n] || ' ' || parts[n + 1]
	FROM regexp_split_to_array(lower(name), '[^[:alnum:]]+') AS parts, generate_subscripts(parts, 1) AS n
	WHERE parts[n] <> '' AND parts[n + 1] <> '' AND parts[n] || parts[n + 1] !~ '[0-9]'
$$;--> statement-breakpoint
-- In one order, so that two transactions that add the same words do not wait for each other.
CREATE FUNCTION product_words_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_words (kind, word)
	SELECT DISTINCT w.kind, w.word COLLATE "C" FROM added, words_of_product(added.name, added.search, added.choices_search) w
	ORDER BY 1, 2
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION product_words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO product_words (kind, word)
	SELECT DISTINCT w.kind, w.word COLLATE "C" FROM words_of_product(NEW.name, NEW.search, NEW.choices_search) w
	ORDER BY 1, 2
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_words_added AFTER INSERT ON products
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_words_added();--> statement-breakpoint
-- Not for the stock or the price. With what gives a choice its name before it is written.
CREATE TRIGGER product_words_changed
	AFTER UPDATE OF name, sku, category, color, description, materials, parent_id, choice, choices_search ON products
	FOR EACH ROW WHEN (
		(OLD.name, OLD.search, OLD.choices_search) IS DISTINCT FROM (NEW.name, NEW.search, NEW.choices_search)
	) EXECUTE FUNCTION product_words_changed();
