-- The page of a drop, its line, and the pages of its pieces, which name the drop while its line is open.
CREATE OR REPLACE FUNCTION drop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('line', NEW.slug));
	-- What its page shows besides the line, whose numbers change with every visitor.
	IF TG_OP = 'INSERT' OR (OLD.name, OLD.text, OLD.starts_at, OLD.state, OLD.minutes)
			IS DISTINCT FROM (NEW.name, NEW.text, NEW.starts_at, NEW.state, NEW.minutes) THEN
		PERFORM notify_change(jsonb_build_object('drop', NEW.slug, 'pieces',
			coalesce((SELECT jsonb_agg(product_id) FROM dropped_products WHERE drop_id = NEW.id), '[]')));
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER drops_added AFTER INSERT ON drops FOR EACH ROW EXECUTE FUNCTION drop_changed();

-- Tickets alone are told with what browsers are shown, once a second.
CREATE OR REPLACE TRIGGER drops_changed AFTER UPDATE ON drops
	FOR EACH ROW WHEN (
		(OLD.name, OLD.text, OLD.starts_at, OLD.state, OLD.minutes)
			IS DISTINCT FROM (NEW.name, NEW.text, NEW.starts_at, NEW.state, NEW.minutes)
		OR OLD.shown IS DISTINCT FROM NEW.shown
	) EXECUTE FUNCTION drop_changed();
