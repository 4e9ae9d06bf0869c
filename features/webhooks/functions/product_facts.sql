-- What an event says of a product, or of a choice of one.
CREATE OR REPLACE FUNCTION product_facts(product products) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', coalesce(product.parent_id, product.id),
		'choice', CASE WHEN product.parent_id IS NOT NULL THEN product.id END,
		'stock', product.qty,
		'state', CASE
			WHEN product.deleted_at IS NOT NULL THEN 'deleted'
			WHEN product.qty = 0 AND product.axes IS NULL THEN 'sold_out'
			ELSE 'for_sale' END)
$$;
