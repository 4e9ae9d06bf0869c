-- The version before has this switch in settings.offers_letters, and runs on these tables while this one is rolled
-- out. A version later a contracting migration drops that column, and this function with its trigger.
CREATE OR REPLACE FUNCTION mirror_offers_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (TG_OP = 'UPDATE' AND NEW.offers_letters IS DISTINCT FROM OLD.offers_letters) OR NOT NEW.switches ? 'offersLetters' THEN
		NEW.switches := NEW.switches || jsonb_build_object('offersLetters', NEW.offers_letters);
	ELSE
		NEW.offers_letters := (NEW.switches->>'offersLetters')::boolean;
	END IF;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mirror_offers_letters BEFORE INSERT OR UPDATE ON settings
	FOR EACH ROW EXECUTE FUNCTION mirror_offers_letters();

-- In the transaction of the trigger, so that no save of the version before falls between the two.
UPDATE settings SET switches = switches WHERE NOT switches ? 'offersLetters';
