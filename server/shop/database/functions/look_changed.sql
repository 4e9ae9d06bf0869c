-- The look is part of what settings say of the shop: what shows those shows it. A draft is on no page.
CREATE OR REPLACE FUNCTION look_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('table', 'settings'));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER looks_published AFTER INSERT OR UPDATE ON looks
	FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION look_changed();

CREATE OR REPLACE TRIGGER looks_removed AFTER DELETE ON looks
	FOR EACH ROW WHEN (OLD.published_at IS NOT NULL) EXECUTE FUNCTION look_changed();

CREATE OR REPLACE TRIGGER looks_truncated AFTER TRUNCATE ON looks
	FOR EACH STATEMENT EXECUTE FUNCTION look_changed();
