ALTER TABLE "products" ADD COLUMN "one_of_a_kind" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_one_of_a_kind" CHECK (not "one_of_a_kind" or "qty" <= 1);--> statement-breakpoint
-- Pages say whether a piece is one of a kind, so they are rendered again when that changes.
DROP TRIGGER products_changed ON products;--> statement-breakpoint
CREATE TRIGGER products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		(OLD.sku, OLD.name, OLD.price_cents, OLD.description, OLD.category, OLD.color, OLD.slug, OLD.featured, OLD.one_of_a_kind, OLD.draft, OLD.deleted_at)
			IS DISTINCT FROM
		(NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.category, NEW.color, NEW.slug, NEW.featured, NEW.one_of_a_kind, NEW.draft, NEW.deleted_at)
		OR least(OLD.qty, 20) <> least(NEW.qty, 20)
	) EXECUTE FUNCTION catalog_changed();
