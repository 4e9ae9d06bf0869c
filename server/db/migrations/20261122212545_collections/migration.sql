CREATE TABLE "collection_products" (
	"collection_id" uuid,
	"product_id" uuid,
	"position" integer NOT NULL,
	CONSTRAINT "collection_products_pkey" PRIMARY KEY("collection_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "collection_slugs" (
	"slug" text PRIMARY KEY,
	"collection_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"photo" jsonb,
	"hidden" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "collection_products_product" ON "collection_products" ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "collections_slug" ON "collections" ("slug");--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_id_collections_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "collection_slugs" ADD CONSTRAINT "collection_slugs_collection_id_collections_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE;--> statement-breakpoint
-- The old address of a renamed collection leads to the new one.
CREATE FUNCTION keep_old_collection_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO collection_slugs (slug, collection_id) VALUES (OLD.slug, OLD.id)
		ON CONFLICT (slug) DO UPDATE SET collection_id = excluded.collection_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER collections_slug_given_up AFTER UPDATE OF slug ON collections
	FOR EACH ROW WHEN (OLD.slug <> NEW.slug) EXECUTE FUNCTION keep_old_collection_slug();--> statement-breakpoint
CREATE TRIGGER collections_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON collections
	FOR EACH STATEMENT EXECUTE FUNCTION table_changed();--> statement-breakpoint
CREATE FUNCTION collections_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('table', 'collections'));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER collection_products_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON collection_products
	FOR EACH STATEMENT EXECUTE FUNCTION collections_changed();--> statement-breakpoint
-- A product's page names its collections.
CREATE FUNCTION product_collected() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('collected', coalesce(NEW.product_id, OLD.product_id)));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_collected AFTER INSERT OR DELETE ON collection_products
	FOR EACH ROW EXECUTE FUNCTION product_collected();--> statement-breakpoint
-- So do the pages of its products when a collection is hidden or shown.
CREATE FUNCTION collection_hidden_or_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('collected', product_id)) FROM collection_products WHERE collection_id = NEW.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER collections_hidden_or_shown AFTER UPDATE OF hidden ON collections
	FOR EACH ROW WHEN (OLD.hidden <> NEW.hidden) EXECUTE FUNCTION collection_hidden_or_shown();--> statement-breakpoint
-- Visitors see links to the collections that have products for sale.
CREATE FUNCTION collected_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM collection_products WHERE product_id = NEW.id) THEN
		PERFORM notify_change(jsonb_build_object('table', 'collections'));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER collected_products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN ((OLD.deleted_at IS NULL AND NOT OLD.draft) <> (NEW.deleted_at IS NULL AND NOT NEW.draft))
	EXECUTE FUNCTION collected_product_changed();--> statement-breakpoint
-- The home page shows the collections once there are some, unless the seller has removed a section.
UPDATE looks SET look = jsonb_set(look, '{home}', (
	SELECT jsonb_agg(section ORDER BY place) FROM (
		SELECT section, place::numeric FROM jsonb_array_elements(look->'home') WITH ORDINALITY AS chosen (section, place)
		UNION ALL
		SELECT '"collections"', place - 0.5 FROM jsonb_array_elements(look->'home') WITH ORDINALITY AS chosen (section, place)
			WHERE section = '"story"'
	) AS sections
)) WHERE look->'home' @> '["featured", "categories", "newest", "story"]';
