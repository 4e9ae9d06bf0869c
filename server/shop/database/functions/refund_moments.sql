-- When the refunds of an order were made and last changed.
CREATE OR REPLACE FUNCTION refund_moments(of_order uuid) RETURNS timestamptz[] LANGUAGE sql STABLE AS $$
	SELECT coalesce(array_agg(r.created_at) || array_agg(r.updated_at), '{}') FROM refunds r WHERE r.order_id = of_order
$$;
