-- A drop that is deleted has no page and no line any more.
CREATE OR REPLACE FUNCTION drop_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('line', OLD.slug));
	PERFORM notify_change(jsonb_build_object('drop', OLD.slug, 'pieces', '[]'::jsonb));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER drops_deleted AFTER DELETE ON drops FOR EACH ROW EXECUTE FUNCTION drop_deleted();
