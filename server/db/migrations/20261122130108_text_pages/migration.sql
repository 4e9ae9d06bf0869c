CREATE TABLE "pages" (
	"slug" text PRIMARY KEY,
	"title" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"draft_title" text NOT NULL,
	"draft_body" text NOT NULL,
	"published_at" timestamp with time zone,
	"place" text DEFAULT 'footer' NOT NULL,
	"position" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_place" CHECK ("place" in ('footer', 'header', 'none')),
	CONSTRAINT "pages_published" CHECK ("published_at" is null or "title" <> '')
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "page_slug" text;--> statement-breakpoint
DROP INDEX "images_unused";--> statement-breakpoint
CREATE INDEX "images_unused" ON "images" ("unused_since") WHERE "product_id" is null and "page_slug" is null;--> statement-breakpoint
CREATE INDEX "images_page" ON "images" ("page_slug") WHERE "page_slug" is not null;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_page_slug_pages_slug_fkey" FOREIGN KEY ("page_slug") REFERENCES "pages"("slug") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_one_use" CHECK ("product_id" is null or "page_slug" is null);--> statement-breakpoint
CREATE FUNCTION text_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_live boolean := coalesce(OLD.published_at IS NOT NULL, false);
	is_live boolean := coalesce(NEW.published_at IS NOT NULL, false);
	-- Every page of the shop links its published text pages.
	is_linked_otherwise boolean := was_live <> is_live
		OR (OLD.slug, OLD.title, OLD.place, OLD.position) IS DISTINCT FROM (NEW.slug, NEW.title, NEW.place, NEW.position);
BEGIN
	-- Nobody but admins sees a draft.
	IF (was_live OR is_live) AND (is_linked_otherwise OR OLD.body <> NEW.body) THEN
		PERFORM notify_change(jsonb_build_object('page', coalesce(NEW.slug, OLD.slug), 'links', is_linked_otherwise));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER text_pages_changed AFTER INSERT OR UPDATE OR DELETE ON pages
	FOR EACH ROW EXECUTE FUNCTION text_page_changed();--> statement-breakpoint
CREATE TRIGGER text_pages_truncated AFTER TRUNCATE ON pages
	FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
