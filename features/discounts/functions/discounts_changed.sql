-- Pages say whether the shop has discounts without a code.
CREATE OR REPLACE FUNCTION discounts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('discounts', true));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER discounts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discounts
	FOR EACH STATEMENT EXECUTE FUNCTION discounts_changed();
