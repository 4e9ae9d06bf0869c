-- A notice says what has changed, so that a process empties only the cached pages that show it; server/shop/public-tags.ts
-- reads it. An empty notice is about everything. A transaction sends at most fifty notices and then an empty one.
CREATE OR REPLACE FUNCTION notify_change(change jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	sent integer := coalesce(nullif(current_setting('boutique.notices', true), ''), '0');
BEGIN
	IF sent > 50 THEN
		RETURN;
	ELSIF sent = 50 THEN
		PERFORM set_config('boutique.notices', '51', true);
		PERFORM pg_notify('catalog', '');
	ELSE
		PERFORM set_config('boutique.notices', (sent + 1)::text, true);
		PERFORM pg_notify('catalog', change::text);
	END IF;
END $$;
