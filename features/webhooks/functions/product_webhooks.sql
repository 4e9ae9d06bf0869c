CREATE OR REPLACE FUNCTION product_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_for_sale boolean := TG_OP = 'UPDATE' AND OLD.deleted_at IS NULL AND NOT OLD.draft;
	is_for_sale boolean := NEW.deleted_at IS NULL AND NOT NEW.draft;
	object uuid := coalesce(NEW.parent_id, NEW.id);
BEGIN
	IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE is_on) THEN
		RETURN NULL;
	END IF;
	PERFORM queue_webhook(CASE
		-- A choice that comes or goes is a change of its product.
		WHEN NEW.parent_id IS NOT NULL OR was_for_sale = is_for_sale THEN 'product.changed'
		WHEN is_for_sale THEN 'product.created'
		ELSE 'product.deleted' END, object, product_facts(NEW));
	-- What a payment holds may come back; hold_webhooks() tells when it is sold.
	IF was_for_sale AND is_for_sale AND OLD.qty > 0 AND NEW.qty = 0 AND NEW.axes IS NULL
			AND NOT EXISTS (SELECT FROM holds WHERE product_id = NEW.id AND state = 'held') THEN
		PERFORM queue_webhook('product.sold_out', object, product_facts(NEW));
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_added_webhooks AFTER INSERT ON products
	FOR EACH ROW WHEN (NOT NEW.draft AND NEW.deleted_at IS NULL) EXECUTE FUNCTION product_webhooks();

CREATE OR REPLACE TRIGGER products_changed_webhooks AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		((OLD.deleted_at IS NULL AND NOT OLD.draft) OR (NEW.deleted_at IS NULL AND NOT NEW.draft)) AND (
			(OLD.{products}) IS DISTINCT FROM (NEW.{products})
			OR (OLD.price_cents, OLD.qty) <> (NEW.price_cents, NEW.qty)
		)
	) EXECUTE FUNCTION product_webhooks();
