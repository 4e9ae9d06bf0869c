CREATE OR REPLACE FUNCTION drop_announced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('drop', NEW.slug, 'pieces', '[]'::jsonb));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER drops_announced AFTER UPDATE ON drops
	FOR EACH ROW WHEN (OLD.announced <> NEW.announced) EXECUTE FUNCTION drop_announced();
