CREATE OR REPLACE FUNCTION photo_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD.product_id IS NOT NULL THEN
		PERFORM notify_change(jsonb_build_object('photosOf', OLD.product_id));
	END IF;
	IF NEW.product_id IS NOT NULL AND NEW.product_id IS DISTINCT FROM OLD.product_id THEN
		PERFORM notify_change(jsonb_build_object('photosOf', NEW.product_id));
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER images_added_or_removed AFTER INSERT OR DELETE ON images
	FOR EACH ROW EXECUTE FUNCTION photo_changed();

CREATE OR REPLACE TRIGGER images_changed AFTER UPDATE ON images
	FOR EACH ROW WHEN ((OLD.{images}) IS DISTINCT FROM (NEW.{images})) EXECUTE FUNCTION photo_changed();
