-- Notes what has changed about moments of the past. A moment of the last 30 minutes is of no day with totals: they are
-- cached from two hours after its end. So a payment that arrives costs a comparison.
CREATE OR REPLACE FUNCTION note_past_change(kind text, VARIADIC moments timestamptz[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO past_changes (moment, kind)
	SELECT DISTINCT moment, $1 FROM unnest(moments) AS moment WHERE moment < now() - interval '30 minutes'
$$;
