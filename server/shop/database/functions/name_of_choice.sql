CREATE OR REPLACE FUNCTION name_of_choice(product text, choice text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT product || ', ' || array_to_string(choice, ' / ')
$$;
