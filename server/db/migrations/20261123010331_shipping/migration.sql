ALTER TABLE "products" ADD COLUMN "grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hs_code" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "customs_name" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "shipping" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrives_to" date;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_grams" CHECK ("grams" between 1 and 50000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_customs" CHECK ("hs_code" ~ '^[0-9]{6,10}$' and char_length("customs_name") between 1 and 60);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_arrives" CHECK (("arrives_from" is null) = ("arrives_to" is null) and "arrives_from" <= "arrives_to");--> statement-breakpoint
-- A change of a choice is a change of its product, whose pages and lists show it.
CREATE OR REPLACE FUNCTION product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_for_sale boolean := OLD.deleted_at IS NULL AND NOT OLD.draft;
	is_for_sale boolean := NEW.deleted_at IS NULL AND NOT NEW.draft;
	comes_or_goes boolean := was_for_sale <> is_for_sale;
	is_moved boolean := (OLD.category, OLD.color, OLD.featured) IS DISTINCT FROM (NEW.category, NEW.color, NEW.featured);
	is_priced boolean := OLD.price_cents <> NEW.price_cents;
	-- Of what pages show besides price and stock.
	is_edited boolean := is_moved OR comes_or_goes OR (OLD.sku, OLD.name, OLD.description, OLD.slug, OLD.one_of_a_kind)
			IS DISTINCT FROM (NEW.sku, NEW.name, NEW.description, NEW.slug, NEW.one_of_a_kind)
		OR (OLD.materials, OLD.size, OLD.weight, OLD.care, OLD.edition)
			IS DISTINCT FROM (NEW.materials, NEW.size, NEW.weight, NEW.care, NEW.edition)
		OR (OLD.parent_id, OLD.axes, OLD.choice, OLD.position, OLD.photo_id, OLD.make_days_min, OLD.make_days_max, OLD.asks, OLD.grams)
			IS DISTINCT FROM (NEW.parent_id, NEW.axes, NEW.choice, NEW.position, NEW.photo_id, NEW.make_days_min, NEW.make_days_max, NEW.asks, NEW.grams);
	sells_out_or_returns boolean := (OLD.qty > 0) <> (NEW.qty > 0);
BEGIN
	PERFORM notify_change(jsonb_build_object(
		'product', coalesce(NEW.parent_id, NEW.id),
		'category', NEW.category,
		-- As in server/catalog/categories.ts.
		'slugs', jsonb_build_array(replace(lower(OLD.category), ' ', '-'), replace(lower(NEW.category), ' ', '-')),
		'color', CASE WHEN NEW.parent_id IS NULL THEN NEW.color
			ELSE coalesce((SELECT color FROM products WHERE id = NEW.parent_id), '') END,
		-- More than the stock.
		'details', is_edited OR is_priced,
		-- The members, the order or the facets of lists.
		'lists', is_moved OR comes_or_goes OR is_priced OR sells_out_or_returns OR OLD.name <> NEW.name,
		'prices', CASE WHEN is_priced AND NOT is_edited AND NOT sells_out_or_returns
			THEN jsonb_build_array(OLD.price_cents, NEW.price_cents) END,
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
			OR (OLD.parent_id, OLD.axes, OLD.choice, OLD.position, OLD.photo_id, OLD.make_days_min, OLD.make_days_max, OLD.asks, OLD.grams)
				IS DISTINCT FROM (NEW.parent_id, NEW.axes, NEW.choice, NEW.position, NEW.photo_id, NEW.make_days_min, NEW.make_days_max, NEW.asks, NEW.grams)
			OR least(OLD.qty, 20) <> least(NEW.qty, 20)
		)
	) EXECUTE FUNCTION product_changed();
