-- The words of what buyers are asked about a product, as server/shop/schema/catalog.ts has them for its index.
CREATE OR REPLACE FUNCTION words_of_questions(asks jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
	SELECT jsonb_to_tsvector('english'::regconfig,
		jsonb_path_query_array(asks, '$[*].label') || jsonb_path_query_array(asks, '$[*].hint')
			|| jsonb_path_query_array(asks, '$[*].options[*]'), '["string"]')
		|| to_tsvector('simple'::regconfig,
			'personalized personalised personalization customized customised custom engraved')
$$;
