CREATE OR REPLACE FUNCTION text_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE OR REPLACE TRIGGER text_pages_changed AFTER INSERT OR UPDATE OR DELETE ON pages
	FOR EACH ROW EXECUTE FUNCTION text_page_changed();
