CREATE TABLE "parcel_items" (
	"parcel_id" uuid,
	"order_id" uuid NOT NULL,
	"line" integer,
	"qty" integer NOT NULL,
	CONSTRAINT "parcel_items_pkey" PRIMARY KEY("parcel_id","line"),
	CONSTRAINT "parcel_items_qty" CHECK ("qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"shipped_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "parcel_items_line" ON "parcel_items" ("order_id","line");--> statement-breakpoint
CREATE INDEX "parcels_order" ON "parcels" ("order_id","shipped_at");--> statement-breakpoint
ALTER TABLE "parcel_items" ADD CONSTRAINT "parcel_items_parcel_id_parcels_id_fkey" FOREIGN KEY ("parcel_id") REFERENCES "parcels"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "parcel_items" ADD CONSTRAINT "parcel_items_order_id_line_order_items_order_id_line_fkey" FOREIGN KEY ("order_id","line") REFERENCES "order_items"("order_id","line");--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
-- What has been shipped so far went in one parcel for each order. What its buyer collected or took along had none.
INSERT INTO "parcels" ("order_id", "carrier", "tracking_number", "shipped_at")
	SELECT "id", "carrier", "tracking_number", "delivered_at" FROM "orders"
	WHERE "delivered_at" IS NOT NULL AND NOT coalesce("shipping" ? 'pickup', false)
		AND coalesce("shipping"->>'method', '') <> 'handed-over';--> statement-breakpoint
INSERT INTO "parcel_items" ("parcel_id", "order_id", "line", "qty")
	SELECT p."id", i."order_id", i."line", i."qty" FROM "parcels" p JOIN "order_items" i ON i."order_id" = p."order_id";
