-- The home page and the sitemap name a drop unless its seller announces it herself.
ALTER TABLE "drops" ADD COLUMN "announced" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE FUNCTION drop_announced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('drop', NEW.slug, 'pieces', '[]'::jsonb));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER drops_announced AFTER UPDATE ON drops
	FOR EACH ROW WHEN (OLD.announced <> NEW.announced) EXECUTE FUNCTION drop_announced();
