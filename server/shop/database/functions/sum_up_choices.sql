-- What lists show, sort and search of a product with choices: the lowest price and what that was before, the colors of an
-- axis of colors, and the words and SKUs of the choices.
CREATE OR REPLACE FUNCTION sum_up_choices(family uuid) RETURNS void LANGUAGE sql AS $$
	WITH parent AS (
		SELECT *, (SELECT min(at) FROM unnest(axes) WITH ORDINALITY AS axis (name, at)
			WHERE lower(name) ~ '^colou?rs?$')::integer AS color_axis
		FROM products WHERE id = family
	), choices AS (
		SELECT c.price_cents, c.was_cents, c.sku, c.choice, c.choice[parent.color_axis] AS color, c.position
		FROM parent JOIN products c ON c.parent_id = parent.id AND c.deleted_at IS NULL
	), colors AS (
		SELECT color, min(position) AS position FROM choices WHERE color IS NOT NULL GROUP BY color
	), summed AS (
		SELECT
			coalesce((SELECT min(price_cents) FROM choices), parent.price_cents) AS price_cents,
			CASE WHEN parent.axes IS NULL THEN parent.was_cents ELSE (
				SELECT was_cents FROM choices ORDER BY price_cents, was_cents LIMIT 1) END AS was_cents,
			coalesce((SELECT string_agg(color, ', ' ORDER BY position, color) FROM colors), parent.color) AS color,
			CASE WHEN parent.axes IS NOT NULL THEN
				setweight(to_tsvector('english', parent.name), 'A')
				|| setweight(to_tsvector('simple', coalesce((SELECT string_agg(sku, ' ') FROM choices), '')), 'B')
				|| setweight(to_tsvector('english', parent.category || ' ' || coalesce(
					(SELECT string_agg(array_to_string(choice, ' '), ' ') FROM choices), '')), 'C')
			END AS choices_search
		FROM parent
	)
	UPDATE products p SET price_cents = s.price_cents, was_cents = s.was_cents, color = s.color, choices_search = s.choices_search
	FROM summed s
	WHERE p.id = family
		AND (p.price_cents, p.was_cents, p.color, p.choices_search) IS DISTINCT FROM (s.price_cents, s.was_cents, s.color, s.choices_search)
$$;
