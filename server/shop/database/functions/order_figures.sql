-- What an order was when its payment was captured. Its tax by state stands in it where there is one, so that the figures
-- of other orders stay as they were recorded.
CREATE OR REPLACE FUNCTION order_figures(paid_order uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('buyer', o.user_id, 'items', o.items_cents, 'shipping', o.shipping_cents,
		'tax', o.tax_cents, 'discount', o.discount_cents, 'total', o.total_cents, 'coupon', o.coupon_id,
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_array(i.product_id, i.qty, i.price_cents)
				|| CASE WHEN i.answers IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(md5(i.answers::text)) END
				ORDER BY i.line), '[]')
			FROM order_items i WHERE i.order_id = o.id))
		|| (SELECT CASE WHEN sum(i.discount_cents) > 0
				THEN jsonb_build_object('discounts', jsonb_agg(i.discount_cents ORDER BY i.line)) ELSE '{}' END
			FROM order_items i WHERE i.order_id = o.id)
		|| CASE WHEN o.wrap_cents IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('wrap', o.wrap_cents) END
		|| CASE WHEN o.tax IS NULL THEN '{}'::jsonb
			ELSE jsonb_build_object('taxed', jsonb_build_array(o.tax_ppm, o.tax_base_cents, o.tax_included, o.tax)) END
	FROM orders o WHERE o.id = paid_order
$$;
