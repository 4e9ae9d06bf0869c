CREATE TRIGGER payout_entries_past_changed AFTER INSERT OR UPDATE OR DELETE ON payout_entries
	FOR EACH ROW EXECUTE FUNCTION past_payout_entry_changed();
