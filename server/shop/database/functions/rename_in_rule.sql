-- The rule of a discount with another name of a category.
CREATE OR REPLACE FUNCTION rename_in_rule(rule jsonb, former text, present text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_set(rule, '{categories}', (
		SELECT jsonb_agg(CASE WHEN name = former THEN present ELSE name END)
		FROM jsonb_array_elements_text(rule->'categories') AS name))
$$;
