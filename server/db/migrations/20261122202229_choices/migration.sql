ALTER TABLE "products" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "axes" text[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "choice" text[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "position" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "photo_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "make_days_min" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "make_days_max" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "asks" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "choices_search" tsvector;--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "draft" and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
CREATE INDEX "products_category" ON "products" ("category","created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "draft" and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_featured";--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" ("created_at" DESC NULLS LAST) WHERE "featured" and "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_listed";--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_named";--> statement-breakpoint
CREATE INDEX "products_named" ON "products" (lower("name"),"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_priced";--> statement-breakpoint
CREATE INDEX "products_priced" ON "products" ("price_cents","id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_by_sku";--> statement-breakpoint
CREATE INDEX "products_by_sku" ON "products" (lower("sku"),"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_filed";--> statement-breakpoint
CREATE INDEX "products_filed" ON "products" ("category","created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
DROP INDEX "products_drafts";--> statement-breakpoint
CREATE INDEX "products_drafts" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "draft" and "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_choices" ON "products" ("parent_id","position") WHERE "parent_id" is not null;--> statement-breakpoint
CREATE INDEX "products_choices_search" ON "products" USING gin ("choices_search") WHERE "axes" is not null;--> statement-breakpoint
CREATE INDEX "products_photo" ON "products" ("photo_id") WHERE "photo_id" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_parent_id_products_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_photo_id_images_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "images"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_axes" CHECK ("axes" is null or (cardinality("axes") between 1 and 3 and "parent_id" is null and "qty" = 0 and not "one_of_a_kind"));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_choice" CHECK (("parent_id" is null) = ("choice" is null) and ("parent_id" is null) = ("position" is null)
        and ("parent_id" is null or not ("featured" or "one_of_a_kind" or "description" <> '' or "asks" is not null)));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_make_days" CHECK (("make_days_min" is null) = ("make_days_max" is null) and "make_days_min" >= 1 and "make_days_max" between "make_days_min" and 365);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_asks" CHECK (jsonb_array_length("asks") between 1 and 5);--> statement-breakpoint
ALTER TABLE "stock_ledger" DROP CONSTRAINT "stock_ledger_reason", ADD CONSTRAINT "stock_ledger_reason" CHECK ("reason" in ('created', 'edited', 'imported', 'hold', 'release', 'returned', 'moved'));--> statement-breakpoint
-- Two choices may change their values with each other in one transaction.
ALTER TABLE "products" ADD CONSTRAINT "products_choice_once" EXCLUDE USING btree ("parent_id" WITH =, "choice" WITH =)
	WHERE ("parent_id" IS NOT NULL AND "deleted_at" IS NULL) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
CREATE FUNCTION name_of_choice(product text, choice text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT product || ', ' || array_to_string(choice, ' / ')
$$;--> statement-breakpoint
-- A choice has the name of its product with its values, and is in the same category, hidden and deleted with it.
CREATE FUNCTION choice_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parent products;
BEGIN
	SELECT * INTO parent FROM products WHERE id = NEW.parent_id;
	NEW.name := name_of_choice(parent.name, NEW.choice);
	NEW.category := parent.category;
	NEW.draft := parent.draft;
	NEW.deleted_at := coalesce(NEW.deleted_at, parent.deleted_at);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER family_choice_written BEFORE INSERT OR UPDATE OF choice, parent_id ON products
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION choice_written();--> statement-breakpoint
-- What lists show, sort and search of a product with choices: the lowest price, the colors of an axis of colors, and
-- the words and SKUs of the choices.
CREATE FUNCTION sum_up_choices(family uuid) RETURNS void LANGUAGE sql AS $$
	WITH parent AS (
		SELECT *, (SELECT min(at) FROM unnest(axes) WITH ORDINALITY AS axis (name, at)
			WHERE lower(name) ~ '^colou?rs?$')::integer AS color_axis
		FROM products WHERE id = family
	), choices AS (
		SELECT c.price_cents, c.sku, c.choice, c.choice[parent.color_axis] AS color, c.position
		FROM parent JOIN products c ON c.parent_id = parent.id AND c.deleted_at IS NULL
	), colors AS (
		SELECT color, min(position) AS position FROM choices WHERE color IS NOT NULL GROUP BY color
	), summed AS (
		SELECT
			coalesce((SELECT min(price_cents) FROM choices), parent.price_cents) AS price_cents,
			coalesce((SELECT string_agg(color, ', ' ORDER BY position, color) FROM colors), parent.color) AS color,
			CASE WHEN parent.axes IS NOT NULL THEN
				setweight(to_tsvector('english', parent.name), 'A')
				|| setweight(to_tsvector('simple', coalesce((SELECT string_agg(sku, ' ') FROM choices), '')), 'B')
				|| setweight(to_tsvector('english', parent.category || ' ' || coalesce(
					(SELECT string_agg(array_to_string(choice, ' '), ' ') FROM choices), '')), 'C')
			END AS choices_search
		FROM parent
	)
	UPDATE products p SET price_cents = s.price_cents, color = s.color, choices_search = s.choices_search
	FROM summed s
	WHERE p.id = family
		AND (p.price_cents, p.color, p.choices_search) IS DISTINCT FROM (s.price_cents, s.color, s.choices_search)
$$;--> statement-breakpoint
CREATE FUNCTION choice_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM sum_up_choices(NEW.parent_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER family_choice_added AFTER INSERT ON products
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION choice_changed();--> statement-breakpoint
-- Not for the stock: a sale does not lock the product that the choice is of.
CREATE TRIGGER family_choice_changed AFTER UPDATE OF price_cents, sku, choice, position, deleted_at ON products
	FOR EACH ROW WHEN (
		NEW.parent_id IS NOT NULL AND (OLD.price_cents, OLD.sku, OLD.choice, OLD.position, OLD.deleted_at)
			IS DISTINCT FROM (NEW.price_cents, NEW.sku, NEW.choice, NEW.position, NEW.deleted_at)
	) EXECUTE FUNCTION choice_changed();--> statement-breakpoint
CREATE FUNCTION family_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE products SET name = name_of_choice(NEW.name, choice), category = NEW.category, draft = NEW.draft,
		deleted_at = NEW.deleted_at, updated_at = now()
	WHERE parent_id = NEW.id AND deleted_at IS NULL
		AND (name, category, draft, deleted_at) IS DISTINCT FROM
			(name_of_choice(NEW.name, choice), NEW.category, NEW.draft, NEW.deleted_at);
	PERFORM sum_up_choices(NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER family_changed AFTER UPDATE OF name, category, color, price_cents, axes, draft, deleted_at ON products
	FOR EACH ROW WHEN (
		(OLD.axes IS NOT NULL OR NEW.axes IS NOT NULL)
		AND (OLD.name, OLD.category, OLD.color, OLD.price_cents, OLD.axes, OLD.draft, OLD.deleted_at)
			IS DISTINCT FROM (NEW.name, NEW.category, NEW.color, NEW.price_cents, NEW.axes, NEW.draft, NEW.deleted_at)
	) EXECUTE FUNCTION family_changed();--> statement-breakpoint
-- Checked at the end of the transaction, which changes the axes and the values of the choices one after the other.
CREATE FUNCTION refuse_torn_family() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM products c JOIN products p ON p.id = c.parent_id
		WHERE c.parent_id = coalesce(NEW.parent_id, NEW.id) AND c.deleted_at IS NULL
			AND cardinality(c.choice) IS DISTINCT FROM cardinality(p.axes)
	) THEN
		RAISE EXCEPTION 'a choice of product % has not one value for each axis', coalesce(NEW.parent_id, NEW.id)
			USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER family_whole AFTER INSERT OR UPDATE OF parent_id, axes, choice, deleted_at ON products
	DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL OR NEW.axes IS NOT NULL) EXECUTE FUNCTION refuse_torn_family();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER family_ended AFTER UPDATE OF axes ON products
	DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (OLD.axes IS NOT NULL AND NEW.axes IS NULL) EXECUTE FUNCTION refuse_torn_family();--> statement-breakpoint
-- A change of a choice is a change of its product, whose pages and lists show it.
CREATE OR REPLACE FUNCTION product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_for_sale boolean := OLD.deleted_at IS NULL AND NOT OLD.draft;
	is_for_sale boolean := NEW.deleted_at IS NULL AND NOT NEW.draft;
	comes_or_goes boolean := was_for_sale <> is_for_sale;
	is_moved boolean := (OLD.category, OLD.color, OLD.featured) IS DISTINCT FROM (NEW.category, NEW.color, NEW.featured);
BEGIN
	PERFORM notify_change(jsonb_build_object(
		'product', coalesce(NEW.parent_id, NEW.id),
		'category', NEW.category,
		-- As in server/catalog/categories.ts.
		'slugs', jsonb_build_array(replace(lower(OLD.category), ' ', '-'), replace(lower(NEW.category), ' ', '-')),
		'color', CASE WHEN NEW.parent_id IS NULL THEN NEW.color
			ELSE coalesce((SELECT color FROM products WHERE id = NEW.parent_id), '') END,
		-- More than the stock.
		'details', is_moved OR comes_or_goes OR (OLD.sku, OLD.name, OLD.price_cents, OLD.description, OLD.slug, OLD.one_of_a_kind)
				IS DISTINCT FROM (NEW.sku, NEW.name, NEW.price_cents, NEW.description, NEW.slug, NEW.one_of_a_kind)
			OR (OLD.materials, OLD.size, OLD.weight, OLD.care, OLD.edition)
				IS DISTINCT FROM (NEW.materials, NEW.size, NEW.weight, NEW.care, NEW.edition)
			OR (OLD.parent_id, OLD.axes, OLD.choice, OLD.position, OLD.photo_id, OLD.make_days_min, OLD.make_days_max, OLD.asks)
				IS DISTINCT FROM (NEW.parent_id, NEW.axes, NEW.choice, NEW.position, NEW.photo_id, NEW.make_days_min, NEW.make_days_max, NEW.asks),
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
			OR (OLD.parent_id, OLD.axes, OLD.choice, OLD.position, OLD.photo_id, OLD.make_days_min, OLD.make_days_max, OLD.asks)
				IS DISTINCT FROM (NEW.parent_id, NEW.axes, NEW.choice, NEW.position, NEW.photo_id, NEW.make_days_min, NEW.make_days_max, NEW.asks)
			OR least(OLD.qty, 20) <> least(NEW.qty, 20)
		)
	) EXECUTE FUNCTION product_changed();
