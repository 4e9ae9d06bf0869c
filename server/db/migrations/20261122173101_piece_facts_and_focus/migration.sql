ALTER TABLE "images" ADD COLUMN "focus" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "materials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "care" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "edition" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('simple', sku), 'B') || setweight(to_tsvector('english', category || ' ' || color), 'C') || setweight(to_tsvector('english', regexp_replace(description, '<[^>]*>', ' ', 'g') || ' ' || materials), 'D')) STORED;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_for_sale boolean := OLD.deleted_at IS NULL AND NOT OLD.draft;
	is_for_sale boolean := NEW.deleted_at IS NULL AND NOT NEW.draft;
	comes_or_goes boolean := was_for_sale <> is_for_sale;
	is_moved boolean := (OLD.category, OLD.color, OLD.featured) IS DISTINCT FROM (NEW.category, NEW.color, NEW.featured);
BEGIN
	PERFORM notify_change(jsonb_build_object(
		'product', NEW.id,
		'category', NEW.category,
		-- As in server/catalog/categories.ts.
		'slugs', jsonb_build_array(replace(lower(OLD.category), ' ', '-'), replace(lower(NEW.category), ' ', '-')),
		'color', NEW.color,
		-- More than the stock.
		'details', is_moved OR comes_or_goes OR (OLD.sku, OLD.name, OLD.price_cents, OLD.description, OLD.slug, OLD.one_of_a_kind)
				IS DISTINCT FROM (NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.slug, NEW.one_of_a_kind)
			OR (OLD.materials, OLD.size, OLD.weight, OLD.care, OLD.edition)
				IS DISTINCT FROM (NEW.materials, NEW.size, NEW.weight, NEW.care, NEW.edition),
		-- The members, the order or the facets of lists.
		'lists', is_moved OR comes_or_goes OR (OLD.qty > 0) <> (NEW.qty > 0)
			OR (OLD.name, OLD.price_cents) IS DISTINCT FROM (NEW.name, NEW.price_cents),
		-- It may be in a row of featured, new or related products in which it was not.
		'enters', is_for_sale AND (is_moved OR comes_or_goes OR (NEW.qty > 0 AND OLD.qty = 0))
	));
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER products_changed ON products;--> statement-breakpoint
-- Commits that notify wait for each other, so a sale of one of more than twenty says nothing. No public page shows a
-- draft or a deleted product.
CREATE TRIGGER products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		((OLD.deleted_at IS NULL AND NOT OLD.draft) OR (NEW.deleted_at IS NULL AND NOT NEW.draft)) AND (
			(OLD.sku, OLD.name, OLD.price_cents, OLD.description, OLD.category, OLD.color, OLD.slug, OLD.featured, OLD.one_of_a_kind, OLD.draft, OLD.deleted_at)
				IS DISTINCT FROM
			(NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.category, NEW.color, NEW.slug, NEW.featured, NEW.one_of_a_kind, NEW.draft, NEW.deleted_at)
			OR (OLD.materials, OLD.size, OLD.weight, OLD.care, OLD.edition)
				IS DISTINCT FROM (NEW.materials, NEW.size, NEW.weight, NEW.care, NEW.edition)
			OR least(OLD.qty, 20) <> least(NEW.qty, 20)
		)
	) EXECUTE FUNCTION product_changed();--> statement-breakpoint
DROP TRIGGER images_changed ON images;--> statement-breakpoint
CREATE TRIGGER images_changed AFTER UPDATE ON images
	FOR EACH ROW WHEN (
		(OLD.product_id, OLD.position, OLD.alt, OLD.focus, OLD.width, OLD.height, OLD.placeholder)
			IS DISTINCT FROM
		(NEW.product_id, NEW.position, NEW.alt, NEW.focus, NEW.width, NEW.height, NEW.placeholder)
	) EXECUTE FUNCTION photo_changed();
