-- The structured data of products has the return policy.
CREATE OR REPLACE FUNCTION return_policy_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('returnPolicy', true));
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER return_policy_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON return_policy
	FOR EACH STATEMENT EXECUTE FUNCTION return_policy_changed();
