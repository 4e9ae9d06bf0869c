-- The list of news, the feed, the home page and the page itself. What is no longer news, or has become it, comes into the
-- menus or leaves them.
CREATE OR REPLACE FUNCTION news_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('news', coalesce(NEW.slug, OLD.slug), 'menus', TG_OP <> 'UPDATE'));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER news_changed AFTER INSERT OR UPDATE OR DELETE ON news
	FOR EACH ROW EXECUTE FUNCTION news_changed();
