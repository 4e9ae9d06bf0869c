CREATE OR REPLACE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE ON stock_ledger
	FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

CREATE OR REPLACE TRIGGER payment_log_append_only BEFORE UPDATE OR DELETE ON payment_log
	FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

CREATE OR REPLACE TRIGGER order_item_costs_fixed BEFORE UPDATE ON order_item_costs
	FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
