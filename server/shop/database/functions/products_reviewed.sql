-- The page of a product shows the reviews that were left of it in other shops.
CREATE OR REPLACE FUNCTION products_reviewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM notify_change(jsonb_build_object('reviewed', product_id))
			FROM (SELECT DISTINCT product_id FROM reviews_before WHERE product_id IS NOT NULL AND NOT hidden) AS shown;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM notify_change(jsonb_build_object('reviewed', product_id))
			FROM (SELECT DISTINCT product_id FROM reviews_after WHERE product_id IS NOT NULL AND NOT hidden) AS shown;
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER past_reviews_added AFTER INSERT ON past_reviews
	REFERENCING NEW TABLE AS reviews_after FOR EACH STATEMENT EXECUTE FUNCTION products_reviewed();

CREATE OR REPLACE TRIGGER past_reviews_changed AFTER UPDATE ON past_reviews
	REFERENCING OLD TABLE AS reviews_before NEW TABLE AS reviews_after FOR EACH STATEMENT EXECUTE FUNCTION products_reviewed();

CREATE OR REPLACE TRIGGER past_reviews_removed AFTER DELETE ON past_reviews
	REFERENCING OLD TABLE AS reviews_before FOR EACH STATEMENT EXECUTE FUNCTION products_reviewed();
