-- Words are added when a transaction commits, by product_words_saved().
CREATE CONSTRAINT TRIGGER product_words_of_new AFTER INSERT ON products
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION product_words_saved();--> statement-breakpoint
-- Not for the stock or the price. With what gives a choice its name before it is written.
CREATE CONSTRAINT TRIGGER product_words_of_changed
	AFTER UPDATE OF name, sku, category, color, description, materials, parent_id, choice, choices_search ON products
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
		(OLD.name, OLD.search, OLD.choices_search) IS DISTINCT FROM (NEW.name, NEW.search, NEW.choices_search)
	) EXECUTE FUNCTION product_words_saved();--> statement-breakpoint
-- Allowed, dropped-object: the new triggers add the same words, and no code names these.
DROP TRIGGER product_words_added ON products;--> statement-breakpoint
-- Allowed, dropped-object: the new triggers add the same words, and no code names these.
DROP TRIGGER product_words_changed ON products;--> statement-breakpoint
-- Allowed, dropped-object: only its trigger called it.
DROP FUNCTION product_words_added();--> statement-breakpoint
-- Allowed, dropped-object: only its trigger called it.
DROP FUNCTION product_words_changed();
