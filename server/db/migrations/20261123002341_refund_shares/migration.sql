ALTER TABLE "refunds" ADD COLUMN "tax_cents" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "shipping_cents" integer;--> statement-breakpoint
-- The shares of the refunds made so far: of all that was refunded up to each, less the shares of those before it.
WITH refunded AS (
	SELECT r.id, sum(r.cents) OVER so_far AS upto, r.cents, row_number() OVER so_far AS number,
		o.total_cents::bigint AS total, o.tax_cents::bigint AS tax, o.shipping_cents::bigint AS shipping
	FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.state <> 'failed'
	WINDOW so_far AS (PARTITION BY r.order_id ORDER BY r.created_at, r.id)
)
UPDATE refunds r SET
	tax_cents = CASE WHEN total = 0 THEN CASE number WHEN 1 THEN tax ELSE 0 END
		ELSE floor((2 * upto * tax + total) / (2 * total)) - floor((2 * (upto - s.cents) * tax + total) / (2 * total)) END,
	shipping_cents = CASE WHEN total = 0 THEN CASE number WHEN 1 THEN shipping ELSE 0 END
		ELSE floor((2 * upto * shipping + total) / (2 * total)) - floor((2 * (upto - s.cents) * shipping + total) / (2 * total)) END
FROM refunded s WHERE s.id = r.id;--> statement-breakpoint
UPDATE "refunds" SET "tax_cents" = 0, "shipping_cents" = 0 WHERE "tax_cents" IS NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "tax_cents" SET NOT NULL, ALTER COLUMN "shipping_cents" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_cents", ADD CONSTRAINT "refunds_cents" CHECK (least("cents", "tax_cents", "shipping_cents") >= 0);
