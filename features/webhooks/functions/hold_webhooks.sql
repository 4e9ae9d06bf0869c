-- The last unit is sold out when its payment succeeds, not when the payment takes it from stock.
CREATE OR REPLACE FUNCTION hold_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE is_on) THEN
		RETURN NULL;
	END IF;
	PERFORM queue_webhook('product.sold_out', coalesce(parent_id, id), product_facts(products)) FROM products
	WHERE id = NEW.product_id AND qty = 0 AND deleted_at IS NULL AND axes IS NULL
		AND NOT EXISTS (SELECT FROM holds WHERE product_id = NEW.product_id AND state = 'held');
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER holds_sold_webhooks AFTER UPDATE OF state ON holds
	FOR EACH ROW WHEN (NEW.state = 'sold') EXECUTE FUNCTION hold_webhooks();
