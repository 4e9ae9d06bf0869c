CREATE TABLE "categories" (
	"name" text PRIMARY KEY,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"coupon_id" uuid,
	"attempt_id" uuid,
	"slot" text NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "coupon_uses_pkey" PRIMARY KEY("coupon_id","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"code" text NOT NULL,
	"amount_cents" integer DEFAULT 0 NOT NULL,
	"one_time" boolean DEFAULT false NOT NULL,
	"free_ship" boolean DEFAULT false NOT NULL,
	"tax_free" boolean DEFAULT false NOT NULL,
	"expires" date,
	"draft" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "coupons_amount" CHECK ("amount_cents" >= 0),
	CONSTRAINT "coupons_code_reserved" CHECK (lower("code") <> 'invalid')
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"attempt_id" uuid,
	"product_id" uuid,
	"qty" integer NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "holds_pkey" PRIMARY KEY("attempt_id","product_id"),
	CONSTRAINT "holds_qty" CHECK ("qty" > 0),
	CONSTRAINT "holds_state" CHECK ("state" in ('held', 'sold', 'released'))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"product_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid,
	"line" integer,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"qty" integer NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "order_items_pkey" PRIMARY KEY("order_id","line"),
	CONSTRAINT "order_items_qty" CHECK ("qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_verify_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_verify_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"item" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"number" bigint UNIQUE GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'unpaid' NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"address_state" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"payment_method" text NOT NULL,
	"items_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"discount_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"coupon_id" uuid,
	"coupon" jsonb,
	"current_attempt" uuid,
	"request_hash" text NOT NULL,
	"payer_note" jsonb,
	"paid_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_state" CHECK ("state" in ('unpaid', 'paying', 'capturing', 'paid')),
	CONSTRAINT "orders_attempt" CHECK (("state" = 'unpaid') = ("current_attempt" is null)),
	CONSTRAINT "orders_paid_at" CHECK (("state" = 'paid') = ("paid_at" is not null)),
	CONSTRAINT "orders_total" CHECK ("total_cents" = "items_cents" + "shipping_cents" + "tax_cents" - "discount_cents"),
	CONSTRAINT "orders_cents" CHECK (least("items_cents", "shipping_cents", "tax_cents", "discount_cents", "total_cents") >= 0)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL UNIQUE,
	"payload" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"idem_key" text GENERATED ALWAYS AS ('auth-' || id) STORED NOT NULL UNIQUE,
	"state" text NOT NULL,
	"square_payment_id" text UNIQUE,
	"card_brand" text,
	"card_last4" text,
	"boot_id" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_amount" CHECK (("kind" = 'card' and "amount_cents" > 0) or ("kind" = 'zero' and "amount_cents" = 0)),
	CONSTRAINT "payment_attempts_state" CHECK ("state" in ('authorising', 'capturing', 'captured', 'declined', 'abandoning', 'voided'))
);
--> statement-breakpoint
CREATE TABLE "payment_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempt_id" uuid NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"detail" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_trace" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_trace_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"log" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"qty" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"draft" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"search" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('simple', sku), 'B') || setweight(to_tsvector('english', category || ' ' || color), 'C') || setweight(to_tsvector('english', regexp_replace(description, '<[^>]*>', ' ', 'g')), 'D')) STORED,
	CONSTRAINT "products_qty" CHECK ("qty" >= 0),
	CONSTRAINT "products_price" CHECK ("price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_breaks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_breaks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"idem_key" text GENERATED ALWAYS AS ('refd-' || id) STORED NOT NULL UNIQUE,
	"cents" integer NOT NULL,
	"restock" boolean NOT NULL,
	"state" text NOT NULL,
	"square_refund_id" text UNIQUE,
	"requested_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_cents" CHECK ("cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" uuid
);
--> statement-breakpoint
CREATE TABLE "stock_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" uuid NOT NULL,
	"delta" integer NOT NULL,
	"reason" text NOT NULL,
	"attempt_id" uuid,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_ledger_reason" CHECK ("reason" in ('created', 'edited', 'imported', 'hold', 'release', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_api" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"event_id" text PRIMARY KEY,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_slot" ON "coupon_uses" ("coupon_id","slot") WHERE "state" in ('held', 'used');--> statement-breakpoint
CREATE INDEX "coupon_uses_attempt" ON "coupon_uses" ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" (lower("code")) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "holds_product" ON "holds" ("product_id");--> statement-breakpoint
CREATE INDEX "images_product" ON "images" ("product_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_product" ON "order_items" ("order_id","product_id");--> statement-breakpoint
CREATE INDEX "order_items_by_product" ON "order_items" ("product_id");--> statement-breakpoint
CREATE INDEX "order_verify_log_order" ON "order_verify_log" ("order_id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_undone" ON "outbox" ("next_try_at") WHERE "done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_live" ON "payment_attempts" ("order_id") WHERE "state" in ('authorising', 'capturing', 'captured');--> statement-breakpoint
CREATE INDEX "payment_attempts_unfinished" ON "payment_attempts" ("next_try_at") WHERE "state" in ('authorising', 'capturing', 'abandoning');--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" ("order_id");--> statement-breakpoint
CREATE INDEX "payment_log_attempt" ON "payment_log" ("attempt_id");--> statement-breakpoint
CREATE INDEX "product_trace_product" ON "product_trace" ("product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_slug" ON "products" ("slug") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "draft";--> statement-breakpoint
CREATE INDEX "products_category" ON "products" ("category","created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "draft";--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" ("created_at" DESC NULLS LAST) WHERE "featured" and "deleted_at" is null and not "draft";--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
CREATE INDEX "products_name_trgm" ON "products" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_breaks_open" ON "reconciliation_breaks" ("kind","subject") WHERE "resolved_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" ("order_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" ("user_id");--> statement-breakpoint
CREATE INDEX "stock_ledger_product" ON "stock_ledger" ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" (lower("email")) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_undone" ON "webhook_events" ("next_try_at") WHERE "processed_at" is null;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id");--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "order_verify_log" ADD CONSTRAINT "order_verify_log_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_coupons_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "payment_log" ADD CONSTRAINT "payment_log_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "product_trace" ADD CONSTRAINT "product_trace_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "product_trace" ADD CONSTRAINT "product_trace_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_categories_name_fkey" FOREIGN KEY ("category") REFERENCES "categories"("name") ON UPDATE CASCADE;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fkey" FOREIGN KEY ("requested_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");