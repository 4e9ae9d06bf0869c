-- The price of a product in a sale: at least a cent, and never above its regular price.
CREATE OR REPLACE FUNCTION price_in_sale(regular integer, percent_bp integer, price integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
	-- A half cent is rounded up.
	SELECT least(regular, greatest(1, coalesce(price, ((regular::bigint * (10000 - percent_bp) + 5000) / 10000)::integer)))
$$;
