-- Queues an event for the endpoints that want it. `clock_timestamp`, because the transaction may have waited for its row.
CREATE OR REPLACE FUNCTION queue_webhook(event text, object uuid, facts jsonb) RETURNS void LANGUAGE sql AS $$
	INSERT INTO webhook_deliveries (endpoint_id, topic, object_id, data, created_at)
	SELECT id, event, object, facts, clock_timestamp() FROM webhook_endpoints WHERE is_on AND event = ANY (topics)
$$;
