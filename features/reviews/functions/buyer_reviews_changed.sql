-- The page of a product and the page of all reviews show the reviews of buyers.
CREATE OR REPLACE FUNCTION buyer_reviews_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM notify_change(jsonb_build_object('buyerReviewed', product_id))
			FROM (SELECT DISTINCT product_id FROM buyer_reviews_before WHERE state = 'shown') AS shown;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM notify_change(jsonb_build_object('buyerReviewed', product_id))
			FROM (SELECT DISTINCT product_id FROM buyer_reviews_after WHERE state = 'shown') AS shown;
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reviews_added AFTER INSERT ON reviews
	REFERENCING NEW TABLE AS buyer_reviews_after FOR EACH STATEMENT EXECUTE FUNCTION buyer_reviews_changed();

CREATE OR REPLACE TRIGGER reviews_changed AFTER UPDATE ON reviews
	REFERENCING OLD TABLE AS buyer_reviews_before NEW TABLE AS buyer_reviews_after
	FOR EACH STATEMENT EXECUTE FUNCTION buyer_reviews_changed();

CREATE OR REPLACE TRIGGER reviews_removed AFTER DELETE ON reviews
	REFERENCING OLD TABLE AS buyer_reviews_before FOR EACH STATEMENT EXECUTE FUNCTION buyer_reviews_changed();
