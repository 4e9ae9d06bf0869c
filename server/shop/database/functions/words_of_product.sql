-- The words as indexes have them, as the name spells them, and its neighbors, for what is typed as one word: strawtopper.
CREATE OR REPLACE FUNCTION words_of_product(name text, search tsvector, choices_search tsvector)
RETURNS TABLE (kind text, word text) LANGUAGE sql IMMUTABLE AS $$
	SELECT 'indexed', unnest(tsvector_to_array(search))
	UNION ALL SELECT 'indexed', unnest(tsvector_to_array(choices_search))
	UNION ALL SELECT 'spelled', unnest(tsvector_to_array(to_tsvector('simple', name)))
	UNION ALL SELECT 'spelled', parts[n] || ' ' || parts[n + 1]
	FROM regexp_split_to_array(lower(name), '[^[:alnum:]]+') AS parts, generate_subscripts(parts, 1) AS n
	WHERE parts[n] <> '' AND parts[n + 1] <> '' AND parts[n] || parts[n + 1] !~ '[0-9]'
$$;
