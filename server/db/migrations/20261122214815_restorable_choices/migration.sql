-- A restored backup has choices and photos in any order: their references are checked at its end.
ALTER TABLE "products" ALTER CONSTRAINT "products_parent_id_products_id_fkey" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "products" ALTER CONSTRAINT "products_photo_id_images_id_fkey" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
CREATE OR REPLACE FUNCTION choice_written() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parent products;
BEGIN
	SELECT * INTO parent FROM products WHERE id = NEW.parent_id;
	-- A backup may have a choice before its product; its columns are then as they were.
	IF NOT FOUND THEN
		RETURN NEW;
	END IF;
	NEW.name := name_of_choice(parent.name, NEW.choice);
	NEW.category := parent.category;
	NEW.draft := parent.draft;
	NEW.deleted_at := coalesce(NEW.deleted_at, parent.deleted_at);
	RETURN NEW;
END $$;
--> statement-breakpoint
DROP INDEX "products_stocked";--> statement-breakpoint
CREATE INDEX "products_stocked" ON "products" ("qty","id") WHERE "deleted_at" is null and "axes" is null;