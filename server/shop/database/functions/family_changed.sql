CREATE OR REPLACE FUNCTION family_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE products SET name = name_of_choice(NEW.name, choice), category = NEW.category, draft = NEW.draft,
		deleted_at = NEW.deleted_at, updated_at = now()
	WHERE parent_id = NEW.id AND deleted_at IS NULL
		AND (name, category, draft, deleted_at) IS DISTINCT FROM
			(name_of_choice(NEW.name, choice), NEW.category, NEW.draft, NEW.deleted_at);
	-- As in choice_changed().
	IF current_setting('boutique.choice_sums', true) IS DISTINCT FROM 'later' THEN
		PERFORM sum_up_choices(NEW.id);
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER family_changed AFTER UPDATE OF name, category, color, price_cents, was_cents, axes, draft, deleted_at ON products
	FOR EACH ROW WHEN (
		(OLD.axes IS NOT NULL OR NEW.axes IS NOT NULL)
		AND (OLD.name, OLD.category, OLD.color, OLD.price_cents, OLD.was_cents, OLD.axes, OLD.draft, OLD.deleted_at)
			IS DISTINCT FROM (NEW.name, NEW.category, NEW.color, NEW.price_cents, NEW.was_cents, NEW.axes, NEW.draft, NEW.deleted_at)
	) EXECUTE FUNCTION family_changed();
