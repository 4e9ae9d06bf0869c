-- A notice says what has changed, so that a process empties only the cached pages that show it; server/pages/tags.ts
-- reads it. An empty notice is about everything. A transaction sends at most fifty notices and then an empty one:
-- PostgreSQL merges equal notices.
CREATE FUNCTION notify_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	sent integer := coalesce(nullif(current_setting('boutique.notices', true), ''), '0');
BEGIN
	IF sent >= 50 THEN
		PERFORM pg_notify('catalog', '');
	ELSE
		PERFORM set_config('boutique.notices', (sent + 1)::text, true);
		PERFORM pg_notify('catalog', change::text);
	END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
			IS DISTINCT FROM (NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.slug, NEW.one_of_a_kind),
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
			OR least(OLD.qty, 20) <> least(NEW.qty, 20)
		)
	) EXECUTE FUNCTION product_changed();--> statement-breakpoint
CREATE FUNCTION products_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM added WHERE deleted_at IS NULL AND NOT draft) THEN
		PERFORM pg_notify('catalog', '');
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER products_came_or_went ON products;--> statement-breakpoint
CREATE TRIGGER products_added AFTER INSERT ON products
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_added();--> statement-breakpoint
CREATE TRIGGER products_removed AFTER DELETE OR TRUNCATE ON products
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();--> statement-breakpoint
CREATE FUNCTION photo_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.product_id IS NOT NULL THEN
		PERFORM notify_change(jsonb_build_object('photosOf', OLD.product_id));
	END IF;
	IF NEW.product_id IS NOT NULL AND NEW.product_id IS DISTINCT FROM OLD.product_id THEN
		PERFORM notify_change(jsonb_build_object('photosOf', NEW.product_id));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER images_changed ON images;--> statement-breakpoint
CREATE TRIGGER images_added_or_removed AFTER INSERT OR DELETE ON images
	FOR EACH ROW EXECUTE FUNCTION photo_changed();--> statement-breakpoint
CREATE TRIGGER images_changed AFTER UPDATE ON images
	FOR EACH ROW WHEN (
		(OLD.product_id, OLD.position, OLD.alt, OLD.width, OLD.height, OLD.placeholder)
			IS DISTINCT FROM
		(NEW.product_id, NEW.position, NEW.alt, NEW.width, NEW.height, NEW.placeholder)
	) EXECUTE FUNCTION photo_changed();--> statement-breakpoint
CREATE TRIGGER images_truncated AFTER TRUNCATE ON images
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();--> statement-breakpoint
CREATE FUNCTION table_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('table', TG_TABLE_NAME));
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER categories_changed ON categories;--> statement-breakpoint
CREATE TRIGGER categories_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
	FOR EACH STATEMENT EXECUTE FUNCTION table_changed();--> statement-breakpoint
DROP TRIGGER settings_changed ON settings;--> statement-breakpoint
CREATE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON settings
	FOR EACH STATEMENT EXECUTE FUNCTION table_changed();
