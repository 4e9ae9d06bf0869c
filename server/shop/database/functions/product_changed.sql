-- A change of a choice is a change of its product, whose pages and lists show it.
CREATE OR REPLACE FUNCTION product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_for_sale boolean := OLD.deleted_at IS NULL AND NOT OLD.draft;
	is_for_sale boolean := NEW.deleted_at IS NULL AND NOT NEW.draft;
	comes_or_goes boolean := was_for_sale <> is_for_sale;
	is_moved boolean := (OLD.category, OLD.color, OLD.featured) IS DISTINCT FROM (NEW.category, NEW.color, NEW.featured);
	is_priced boolean := OLD.price_cents <> NEW.price_cents;
	-- Of what pages show besides price and stock.
	is_edited boolean := (OLD.{products}) IS DISTINCT FROM (NEW.{products});
	sells_out_or_returns boolean := (OLD.qty > 0) <> (NEW.qty > 0);
BEGIN
	-- The change of many products, such as the start of a sale, has been told already: by a notice about everything.
	IF coalesce(nullif(current_setting('boutique.notices', true), ''), '0')::integer > 50 THEN
		RETURN NULL;
	END IF;
	PERFORM notify_change(jsonb_build_object(
		'product', coalesce(NEW.parent_id, NEW.id),
		'category', NEW.category,
		-- As in server/shop/catalog/categories.ts.
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
END $$;

-- A page shows the stock at any quantity, so every change of it is told. No public page shows a draft or a deleted product.
CREATE OR REPLACE TRIGGER products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		((OLD.deleted_at IS NULL AND NOT OLD.draft) OR (NEW.deleted_at IS NULL AND NOT NEW.draft)) AND (
			(OLD.{products}) IS DISTINCT FROM (NEW.{products})
			OR (OLD.price_cents, OLD.qty) <> (NEW.price_cents, NEW.qty)
		)
	) EXECUTE FUNCTION product_changed();
