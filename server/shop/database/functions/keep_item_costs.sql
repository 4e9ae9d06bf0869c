-- A paid order keeps what its pieces cost at that moment, whatever the seller enters later.
CREATE OR REPLACE FUNCTION keep_item_costs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_item_costs (order_id, line, material_cents, packaging_cents, postage_cents, minutes)
	SELECT i.order_id, i.line, c.material_cents, c.packaging_cents, c.postage_cents, c.minutes
	FROM order_items i JOIN products p ON p.id = i.product_id
		JOIN product_costs c ON c.product_id = coalesce(p.parent_id, p.id)
	WHERE i.order_id = NEW.id;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_item_costs AFTER UPDATE OF paid_at ON orders
	FOR EACH ROW WHEN (OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL) EXECUTE FUNCTION keep_item_costs();
