-- What programs may read is told of as one of the settings.
CREATE OR REPLACE FUNCTION feed_settings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('table', 'settings'));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER feed_settings_changed AFTER INSERT OR UPDATE OR DELETE ON feed_settings
	FOR EACH STATEMENT EXECUTE FUNCTION feed_settings_changed();
