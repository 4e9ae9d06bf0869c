-- The version before has this switch in settings.low_stock_mails, and runs on these tables while this one is rolled
-- out. A version later a contracting migration drops that column, and this function with its trigger.
CREATE OR REPLACE FUNCTION mirror_low_stock_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (TG_OP = 'UPDATE' AND NEW.low_stock_mails IS DISTINCT FROM OLD.low_stock_mails) OR NOT NEW.switches ? 'lowStockMails' THEN
		NEW.switches := NEW.switches || jsonb_build_object('lowStockMails', NEW.low_stock_mails);
	ELSE
		NEW.low_stock_mails := (NEW.switches->>'lowStockMails')::boolean;
	END IF;
	RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mirror_low_stock_mails BEFORE INSERT OR UPDATE ON settings
	FOR EACH ROW EXECUTE FUNCTION mirror_low_stock_mails();

-- In the transaction of the trigger, so that no save of the version before falls between the two.
UPDATE settings SET switches = switches WHERE NOT switches ? 'lowStockMails';
