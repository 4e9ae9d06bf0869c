-- The tables of a new shop. A shop that has all migrations of replaces.txt has them already, and only notes this one.
-- Functions and triggers are in server/shop/database/functions/.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "admin_links" (
	"key_hash" text PRIMARY KEY,
	"is_for_more" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"finding" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL UNIQUE,
	"scopes" text[] DEFAULT '{read,catalog,orders}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '1 year' NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" uuid,
	"is_api_key" boolean NOT NULL,
	"network" text,
	"call" text,
	"subject" text,
	"times" integer NOT NULL,
	"dedupe_key" text NOT NULL UNIQUE,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"name" text PRIMARY KEY,
	"label" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_products" (
	"collection_id" uuid,
	"product_id" uuid,
	"position" integer NOT NULL,
	CONSTRAINT "collection_products_pkey" PRIMARY KEY("collection_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "collection_slugs" (
	"slug" text PRIMARY KEY,
	"collection_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"photo" jsonb,
	"hidden" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL
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
	CONSTRAINT "coupons_amount" CHECK ("amount_cents" between 0 and 100000000),
	CONSTRAINT "coupons_code_reserved" CHECK (lower("code") <> 'invalid')
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"kind" text,
	"key" text,
	CONSTRAINT "demo_rows_pkey" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "drops" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"minutes" smallint NOT NULL,
	"announced" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"tickets" integer DEFAULT 0 NOT NULL,
	"drawn" integer,
	"admitted" integer DEFAULT 0 NOT NULL,
	"shown" jsonb NOT NULL,
	"idle_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drops_state" CHECK ("state" in ('planned', 'line', 'over', 'canceled')),
	CONSTRAINT "drops_minutes" CHECK ("minutes" between 2 and 60),
	CONSTRAINT "drops_counts" CHECK ("admitted" between 0 and "tickets" and "drawn" between 0 and "tickets"),
	CONSTRAINT "drops_drawn" CHECK ("state" <> 'line' or "drawn" is not null)
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"product_id" uuid,
	"page_slug" text,
	"position" integer DEFAULT 0 NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"focus" jsonb,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"unused_since" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_one_use" CHECK ("product_id" is null or "page_slug" is null)
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"shown" bytea NOT NULL,
	"large" bytea NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "looks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "looks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"look" jsonb NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mailed_tokens" (
	"token_hash" text PRIMARY KEY,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" bigint NOT NULL,
	"wrong_tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailed_tokens_purpose" CHECK ("purpose" in ('reset', 'claim'))
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
	"failed_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outside_sales" (
	"state" char(2),
	"year" smallint,
	"cents" bigint NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "outside_sales_pkey" PRIMARY KEY("state","year"),
	CONSTRAINT "outside_sales_figures" CHECK (least("cents", "orders") >= 0)
);
--> statement-breakpoint
CREATE TABLE "own_shop" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"started_at" timestamp with time zone,
	"keeps_demo" boolean DEFAULT false NOT NULL,
	"welcome_step" integer DEFAULT 0 NOT NULL,
	"welcome_done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "own_shop_single" CHECK ("id")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"slug" text PRIMARY KEY,
	"title" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"draft_title" text NOT NULL,
	"draft_body" text NOT NULL,
	"published_at" timestamp with time zone,
	"place" text DEFAULT 'footer' NOT NULL,
	"position" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_place" CHECK ("place" in ('footer', 'header', 'none')),
	CONSTRAINT "pages_published" CHECK ("published_at" is null or "title" <> '')
);
--> statement-breakpoint
CREATE TABLE "product_costs" (
	"product_id" uuid PRIMARY KEY,
	"material_cents" integer NOT NULL,
	"packaging_cents" integer NOT NULL,
	"postage_cents" integer NOT NULL,
	"minutes" integer,
	CONSTRAINT "product_costs_figures" CHECK (least("material_cents", "packaging_cents", "postage_cents", "minutes" - 1) >= 0)
);
--> statement-breakpoint
CREATE TABLE "product_slugs" (
	"slug" text PRIMARY KEY,
	"product_id" uuid NOT NULL
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
CREATE TABLE "product_words" (
	"kind" text,
	"word" text collate "C",
	CONSTRAINT "product_words_pkey" PRIMARY KEY("kind","word"),
	CONSTRAINT "product_words_kind" CHECK ("kind" in ('indexed', 'spelled'))
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
	"materials" text DEFAULT '' NOT NULL,
	"size" text DEFAULT '' NOT NULL,
	"weight" text DEFAULT '' NOT NULL,
	"care" text DEFAULT '' NOT NULL,
	"edition" text DEFAULT '' NOT NULL,
	"slug" text NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"one_of_a_kind" boolean DEFAULT false NOT NULL,
	"draft" boolean DEFAULT false NOT NULL,
	"parent_id" uuid,
	"axes" text[],
	"choice" text[],
	"position" integer,
	"photo_id" uuid,
	"make_days_min" smallint,
	"make_days_max" smallint,
	"grams" integer,
	"hs_code" text,
	"customs_name" text,
	"origin_country" text,
	"asks" jsonb,
	"drop_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"choices_search" tsvector,
	"search" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('simple', sku), 'B') || setweight(to_tsvector('english', category || ' ' || color), 'C') || setweight(to_tsvector('english', regexp_replace(description, '<[^>]*>', ' ', 'g') || ' ' || materials), 'D')) STORED,
	CONSTRAINT "products_qty" CHECK ("qty" >= 0),
	CONSTRAINT "products_one_of_a_kind" CHECK (not "one_of_a_kind" or "qty" <= 1),
	CONSTRAINT "products_price" CHECK ("price_cents" >= 0),
	CONSTRAINT "products_axes" CHECK ("axes" is null or (cardinality("axes") between 1 and 3 and "parent_id" is null and "qty" = 0 and not "one_of_a_kind")),
	CONSTRAINT "products_choice" CHECK (("parent_id" is null) = ("choice" is null) and ("parent_id" is null) = ("position" is null)
        and ("parent_id" is null or not ("featured" or "one_of_a_kind" or "description" <> '' or "asks" is not null))),
	CONSTRAINT "products_make_days" CHECK (("make_days_min" is null) = ("make_days_max" is null) and "make_days_min" >= 1 and "make_days_max" between "make_days_min" and 365),
	CONSTRAINT "products_grams" CHECK ("grams" between 1 and 50000),
	CONSTRAINT "products_customs" CHECK ("hs_code" ~ '^[0-9]{6,10}$' and char_length("customs_name") between 1 and 60),
	CONSTRAINT "products_asks" CHECK (jsonb_array_length("asks") between 1 and 5),
	CONSTRAINT "products_drop" CHECK ("drop_id" is null or ("axes" is null and "parent_id" is null))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY,
	"hits" integer NOT NULL,
	"window_ends" timestamp with time zone NOT NULL,
	"waits_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_addresses" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"user_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"address" text NOT NULL,
	"address2" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text NOT NULL,
	"country_code" text DEFAULT 'US' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" uuid,
	"only_order_id" uuid
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"name" text NOT NULL,
	"tagline" text NOT NULL,
	"story" text NOT NULL,
	"story_title" text NOT NULL,
	"custom_text" text NOT NULL,
	"categories_title" text NOT NULL,
	"newest_title" text NOT NULL,
	"featured_title" text NOT NULL,
	"search_title" text NOT NULL,
	"search_hint" text NOT NULL,
	"cart_empty" text NOT NULL,
	"footer_text" text NOT NULL,
	"contact_text" text NOT NULL,
	"returns_text" text NOT NULL,
	"thanks" text NOT NULL,
	"ship_days" jsonb,
	"email" text NOT NULL,
	"social_url" text NOT NULL,
	"photos_url" text NOT NULL,
	"social_text" text NOT NULL,
	"photos_text" text NOT NULL,
	"time_zone" text NOT NULL,
	"voice" text DEFAULT 'I' NOT NULL,
	"order_mails" boolean DEFAULT true NOT NULL,
	"postal_address" text DEFAULT '' NOT NULL,
	"rests_on_holidays" boolean DEFAULT true NOT NULL,
	"closed" jsonb,
	"low_stock" integer DEFAULT 3 NOT NULL,
	"tax_basis_points" integer DEFAULT 0 NOT NULL,
	"tax" jsonb,
	"shipping_one_cents" integer DEFAULT 350 NOT NULL,
	"shipping_more_cents" integer DEFAULT 500 NOT NULL,
	"shipping" jsonb,
	"wrap_cents" integer,
	"fees" jsonb,
	"hourly_pay_cents" integer,
	CONSTRAINT "settings_single" CHECK ("id"),
	CONSTRAINT "settings_voice" CHECK ("voice" in ('I', 'we')),
	CONSTRAINT "settings_tax" CHECK ("tax_basis_points" between 0 and 10000),
	CONSTRAINT "settings_figures" CHECK (least("low_stock", "shipping_one_cents", "shipping_more_cents", "wrap_cents", "hourly_pay_cents") >= 0)
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
	CONSTRAINT "stock_ledger_reason" CHECK ("reason" in ('created', 'edited', 'imported', 'hold', 'release', 'returned', 'moved'))
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"state" char(2),
	"zip" char(5),
	"ppm" integer NOT NULL,
	"parts" jsonb,
	"place" text,
	"risk" text,
	"source" text NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_rates_pkey" PRIMARY KEY("state","zip"),
	CONSTRAINT "tax_rates_zip" CHECK ("state" ~ '^[A-Z]{2}$' and "zip" ~ '^[0-9]{5}$'),
	CONSTRAINT "tax_rates_ppm" CHECK ("ppm" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"is_guest" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_api" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_guest" CHECK ("is_guest" = ("password_hash" is null)),
	CONSTRAINT "users_guest_roles" CHECK (not ("is_guest" and ("is_admin" or "is_api")))
);
--> statement-breakpoint
CREATE TABLE "address_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"former" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cancel_requests" (
	"order_id" uuid PRIMARY KEY,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"declined_at" timestamp with time zone,
	"declined_by" uuid,
	"answer" text,
	CONSTRAINT "cancel_requests_declined" CHECK (("declined_at" is null) = ("answer" is null) and ("declined_at" is null) = ("declined_by" is null))
);
--> statement-breakpoint
CREATE TABLE "drop_admissions" (
	"drop_id" uuid,
	"place" integer,
	"admitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_up_at" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	CONSTRAINT "drop_admissions_pkey" PRIMARY KEY("drop_id","place")
);
--> statement-breakpoint
CREATE TABLE "order_delays" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"was_by" date NOT NULL,
	"ship_by" date NOT NULL,
	"words" text NOT NULL,
	"answer_by" date,
	"answer" text,
	"answered_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_delays_later" CHECK ("ship_by" > "was_by" and "answer_by" between "was_by" and "ship_by"),
	CONSTRAINT "order_delays_answer" CHECK ("answer" in ('wait', 'refund')),
	CONSTRAINT "order_delays_answered" CHECK (("answer" is null) = ("answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "order_item_costs" (
	"order_id" uuid,
	"line" integer,
	"material_cents" integer NOT NULL,
	"packaging_cents" integer NOT NULL,
	"postage_cents" integer NOT NULL,
	"minutes" integer,
	CONSTRAINT "order_item_costs_pkey" PRIMARY KEY("order_id","line")
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
	"answers" jsonb,
	"make_days" smallint,
	"customs" jsonb,
	CONSTRAINT "order_items_pkey" PRIMARY KEY("order_id","line"),
	CONSTRAINT "order_items_qty" CHECK ("qty" > 0),
	CONSTRAINT "order_items_answers" CHECK (jsonb_array_length("answers") > 0),
	CONSTRAINT "order_items_make_days" CHECK ("make_days" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_notes_text" CHECK ("text" <> '')
);
--> statement-breakpoint
CREATE TABLE "order_verify_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_verify_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"kind" text DEFAULT 'item_removed' NOT NULL,
	"item" text,
	"qty_left" integer,
	"code" text,
	"reason" text,
	"total_cents" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_verify_log_kind" CHECK (coalesce(case "kind"
        when 'item_removed' then "item" is not null
        when 'coupon_removed' then "code" is not null and "reason" in ('expired', 'used', 'deleted') and "total_cents" >= 0
        when 'prices_changed' then "total_cents" >= 0
        else false end, false))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"number" bigint UNIQUE GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'unpaid' NOT NULL,
	"address" text NOT NULL,
	"address2" text,
	"city" text NOT NULL,
	"address_state" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"country_code" text DEFAULT 'US' NOT NULL,
	"phone" text,
	"payment_method" text NOT NULL,
	"items_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"tax_ppm" integer,
	"tax_base_cents" integer,
	"tax" jsonb,
	"tax_included" boolean DEFAULT false NOT NULL,
	"wrap_cents" integer,
	"discount_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"coupon_id" uuid,
	"coupon" jsonb,
	"current_attempt" uuid,
	"request_hash" text NOT NULL,
	"placed_by" uuid,
	"placed_key" uuid,
	"mails_buyer" boolean DEFAULT true NOT NULL,
	"payer_note" jsonb,
	"gift_note" text,
	"paid_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	"paid_by" text,
	"refunded_cents" integer,
	"ship_by" date,
	"shipping" jsonb,
	"arrives_from" date,
	"arrives_to" date,
	"delivered_at" timestamp with time zone,
	"carrier" text,
	"tracking_number" text,
	"recipient_name" text,
	"link_version" integer DEFAULT 1 NOT NULL,
	"claimed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_state" CHECK ("state" in ('unpaid', 'paying', 'capturing', 'paid')),
	CONSTRAINT "orders_attempt" CHECK (("state" = 'unpaid') = ("current_attempt" is null)),
	CONSTRAINT "orders_paid_at" CHECK (("state" = 'paid') = ("paid_at" is not null)),
	CONSTRAINT "orders_canceled" CHECK ("canceled_at" is null or "state" = 'unpaid'),
	CONSTRAINT "orders_total" CHECK ("total_cents" = "items_cents" + "shipping_cents" + case when "tax_included" then 0 else "tax_cents" end + coalesce("wrap_cents", 0) - "discount_cents"),
	CONSTRAINT "orders_arrives" CHECK (("arrives_from" is null) = ("arrives_to" is null) and "arrives_from" <= "arrives_to"),
	CONSTRAINT "orders_placed_by" CHECK (("placed_by" is null) = ("placed_key" is null)),
	CONSTRAINT "orders_gift_note" CHECK (char_length("gift_note") between 1 and 300),
	CONSTRAINT "orders_cents" CHECK (least("items_cents", "shipping_cents", "tax_cents", "wrap_cents", "discount_cents", "total_cents", "tax_ppm", "tax_base_cents") >= 0),
	CONSTRAINT "orders_paid_by" CHECK ("paid_by" is null or ("paid_by" in ('cash', 'other', 'gift') and "state" = 'paid'))
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
CREATE TABLE "reconciliation_breaks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_breaks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by_id" uuid,
	"resolved_by" text,
	"note" text
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
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"amount_cents" integer NOT NULL,
	"idem_key" text GENERATED ALWAYS AS ('auth-' || id) STORED NOT NULL UNIQUE,
	"state" text NOT NULL,
	"square_payment_id" text UNIQUE,
	"card_brand" text,
	"card_last4" text,
	"note" text,
	"recorded_by" uuid,
	"boot_id" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"fee_cents" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_amount" CHECK (("kind" in ('card', 'manual') and "amount_cents" > 0) or ("kind" = 'zero' and "amount_cents" = 0)),
	CONSTRAINT "payment_attempts_state" CHECK ("state" in ('authorising', 'capturing', 'captured', 'declined', 'abandoning', 'voided')),
	CONSTRAINT "payment_attempts_mode" CHECK ("mode" in ('live', 'sandbox', 'simulated'))
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
CREATE TABLE "refund_items" (
	"refund_id" uuid,
	"line" integer,
	"qty" integer NOT NULL,
	"restock" integer NOT NULL,
	CONSTRAINT "refund_items_pkey" PRIMARY KEY("refund_id","line"),
	CONSTRAINT "refund_items_units" CHECK (least("qty", "restock") >= 0 and "qty" + "restock" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"idem_key" text GENERATED ALWAYS AS ('refd-' || id) STORED NOT NULL UNIQUE,
	"cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"restock" boolean NOT NULL,
	"with_shipping" boolean DEFAULT false NOT NULL,
	"reason" text,
	"tells_reason" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"origin" text DEFAULT 'shop' NOT NULL,
	"square_refund_id" text UNIQUE,
	"fee_cents" integer,
	"requested_by" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() + interval '1 minute' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_cents" CHECK (least("cents", "tax_cents", "shipping_cents") >= 0),
	CONSTRAINT "refunds_origin" CHECK ("origin" in ('shop', 'dashboard', 'dispute'))
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
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY,
	"order_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"reason" text,
	"state" text NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_state" CHECK ("state" in ('inquiry', 'inquiry_answered', 'withdrawn', 'open', 'answered', 'won', 'lost', 'accepted'))
);
--> statement-breakpoint
CREATE TABLE "payout_entries" (
	"id" text PRIMARY KEY,
	"payout_id" text NOT NULL,
	"kind" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"gross_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"payment_id" text,
	"refund_id" text,
	"dispute_id" text
);
--> statement-breakpoint
CREATE TABLE "payout_reads" (
	"mode" text PRIMARY KEY,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payout_reads_mode" CHECK ("mode" in ('live', 'sandbox', 'simulated'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"arrives_on" date,
	"bank_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"entries_read_at" timestamp with time zone,
	CONSTRAINT "payouts_mode" CHECK ("mode" in ('live', 'sandbox', 'simulated')),
	CONSTRAINT "payouts_status" CHECK ("status" in ('sent', 'paid', 'failed')),
	CONSTRAINT "payouts_kind" CHECK ("kind" in ('with_entries', 'without_entries'))
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"product_id" uuid NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"words" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'unconfirmed' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"answer" text,
	"answer_words" text,
	"answer_product_id" uuid,
	CONSTRAINT "requests_kind" CHECK ("kind" in ('back', 'sister')),
	CONSTRAINT "requests_state" CHECK ("state" in ('unconfirmed', 'waiting', 'told', 'answered', 'ended')),
	CONSTRAINT "requests_words" CHECK (length("words") <= 500),
	CONSTRAINT "requests_done" CHECK (("state" in ('unconfirmed', 'waiting')) = ("done_at" is null)),
	CONSTRAINT "requests_answer" CHECK (("state" = 'answered') = ("answer" is not null))
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid,
	"number" integer,
	"line" integer NOT NULL,
	"last_line" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"price_cents" integer,
	"qty" integer NOT NULL,
	"category" text NOT NULL,
	"choices" integer NOT NULL,
	"photos" integer NOT NULL,
	"day" date,
	"listing" jsonb,
	"notes" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"problem" text,
	"included" boolean NOT NULL,
	"updates" boolean DEFAULT false NOT NULL,
	"sets_stock" boolean DEFAULT false NOT NULL,
	"changes" jsonb,
	"seen" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"product_id" uuid,
	"version" text,
	"before" jsonb,
	"done_at" timestamp with time zone,
	"fetched" jsonb,
	"missing" jsonb DEFAULT '[]' NOT NULL,
	"wants_photos" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_rows_pkey" PRIMARY KEY("import_id","number"),
	CONSTRAINT "import_rows_outcome" CHECK ("outcome" in ('create', 'exists', 'repeated', 'broken')),
	CONSTRAINT "import_rows_state" CHECK ("state" in ('waiting', 'created', 'updated', 'failed', 'undone', 'kept')),
	CONSTRAINT "import_rows_created" CHECK (not "included" or "outcome" <> 'broken')
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"format" text NOT NULL,
	"kind" text DEFAULT 'products' NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"ignored" jsonb DEFAULT '[]' NOT NULL,
	"as_drafts" boolean DEFAULT false NOT NULL,
	"added_categories" jsonb DEFAULT '[]' NOT NULL,
	"user_id" uuid NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_format" CHECK ("format" in ('etsy', 'shopify', 'square', 'boutique')),
	CONSTRAINT "imports_kind" CHECK ("kind" in ('products', 'orders', 'reviews')),
	CONSTRAINT "imports_state" CHECK ("state" in ('reading', 'ready', 'running', 'stopped', 'done', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "past_customers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"source" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	CONSTRAINT "past_customers_source" CHECK ("source" in ('etsy', 'shopify', 'square'))
);
--> statement-breakpoint
CREATE TABLE "past_order_items" (
	"past_order_id" uuid,
	"line" smallint,
	"name" text NOT NULL,
	"options" text NOT NULL,
	"sku" text NOT NULL,
	"qty" integer NOT NULL,
	"price_cents" integer,
	"product_id" uuid,
	CONSTRAINT "past_order_items_pkey" PRIMARY KEY("past_order_id","line")
);
--> statement-breakpoint
CREATE TABLE "past_orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"import_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"number" text NOT NULL,
	"day" date NOT NULL,
	"customer_id" uuid,
	"recipient" text NOT NULL,
	"address" jsonb NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"items_cents" integer,
	"discount_cents" integer,
	"shipping_cents" integer,
	"tax_cents" integer,
	"total_cents" integer,
	"refunded_cents" integer,
	"search" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "past_orders_source" CHECK ("source" in ('etsy', 'shopify', 'square')),
	CONSTRAINT "past_orders_currency" CHECK ("currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "past_reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"import_id" uuid NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"source_order_id" text NOT NULL,
	"past_order_id" uuid,
	"product_id" uuid,
	"reviewer" text NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"day" date NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "past_reviews_source" CHECK ("source" in ('etsy', 'shopify', 'square')),
	CONSTRAINT "past_reviews_rating" CHECK ("rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "cached_totals" (
	"part" text,
	"starts" timestamp with time zone,
	"ends" timestamp with time zone,
	"snapshot" pg_snapshot NOT NULL,
	"cluster" bigint NOT NULL,
	"rows" jsonb NOT NULL,
	"cached_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cached_totals_pkey" PRIMARY KEY("part","starts","ends")
);
--> statement-breakpoint
CREATE TABLE "past_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "past_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"moment" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"transaction" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" ("kind") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_ended" ON "alerts" ("kind","ended_at");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" ("user_id");--> statement-breakpoint
CREATE INDEX "audit_events_newest" ON "audit_events" ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_user" ON "audit_events" ("user_id");--> statement-breakpoint
CREATE INDEX "collection_products_product" ON "collection_products" ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "collections_slug" ON "collections" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" (lower("code")) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "drops_slug" ON "drops" ("slug");--> statement-breakpoint
CREATE INDEX "drops_due" ON "drops" ("starts_at") WHERE "state" in ('planned', 'line');--> statement-breakpoint
CREATE INDEX "images_product" ON "images" ("product_id","position");--> statement-breakpoint
CREATE INDEX "images_page" ON "images" ("page_slug") WHERE "page_slug" is not null;--> statement-breakpoint
CREATE INDEX "images_unused" ON "images" ("unused_since") WHERE "product_id" is null and "page_slug" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "looks_draft" ON "looks" ((true)) WHERE "published_at" is null;--> statement-breakpoint
CREATE INDEX "looks_published" ON "looks" ("published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mailed_tokens_user" ON "mailed_tokens" ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_undone" ON "outbox" ("next_try_at") WHERE "done_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_order" ON "outbox" (("payload"->>'orderId')) WHERE ("payload"->>'orderId') is not null and "kind" not in ('receipt', 'new_order');--> statement-breakpoint
CREATE INDEX "outbox_refund" ON "outbox" (("payload"->>'refundId')) WHERE ("payload"->>'refundId') is not null;--> statement-breakpoint
CREATE INDEX "outbox_request" ON "outbox" (("payload"->>'requestId')) WHERE ("payload"->>'requestId') is not null;--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" (("payload"->>'userId')) WHERE ("payload"->>'userId') is not null;--> statement-breakpoint
CREATE INDEX "outbox_to" ON "outbox" (lower("payload"->>'to')) WHERE lower("payload"->>'to') is not null;--> statement-breakpoint
CREATE INDEX "outbox_email" ON "outbox" (lower("payload"->>'email')) WHERE lower("payload"->>'email') is not null;--> statement-breakpoint
CREATE INDEX "product_slugs_product" ON "product_slugs" ("product_id");--> statement-breakpoint
CREATE INDEX "product_trace_product" ON "product_trace" ("product_id","id");--> statement-breakpoint
CREATE INDEX "product_words_spelled" ON "product_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false) WHERE "kind" = 'spelled';--> statement-breakpoint
CREATE UNIQUE INDEX "products_slug" ON "products" ("slug") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "draft" and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_category" ON "products" ("category","created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "draft" and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" ("created_at" DESC NULLS LAST) WHERE "featured" and "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_name_words" ON "products" USING gin (to_tsvector('english', "name")) WHERE "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search") WHERE "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_search_stock" ON "products" USING gin ("search") WHERE "parent_id" is not null;--> statement-breakpoint
CREATE INDEX "products_name_trgm" ON "products" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_named" ON "products" (lower("name"),"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_priced" ON "products" ("price_cents","id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_by_sku" ON "products" (lower("sku"),"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_filed" ON "products" ("category","created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_drafts" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "draft" and "deleted_at" is null and "parent_id" is null;--> statement-breakpoint
CREATE INDEX "products_by_stock" ON "products" ("qty","id","draft","one_of_a_kind","created_at") WHERE "deleted_at" is null and "axes" is null;--> statement-breakpoint
CREATE INDEX "products_choices" ON "products" ("parent_id","position") WHERE "parent_id" is not null;--> statement-breakpoint
CREATE INDEX "products_choices_search" ON "products" USING gin ("choices_search") WHERE "axes" is not null;--> statement-breakpoint
CREATE INDEX "products_photo" ON "products" ("photo_id") WHERE "photo_id" is not null;--> statement-breakpoint
CREATE INDEX "products_drop" ON "products" ("drop_id") WHERE "drop_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_addresses_address" ON "saved_addresses" ("user_id","recipient","address","address2","city","state","postal_code","country_code");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" ("user_id");--> statement-breakpoint
CREATE INDEX "stock_ledger_product" ON "stock_ledger" ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" (lower("email")) WHERE "deleted_at" is null and not "is_guest";--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "is_guest";--> statement-breakpoint
CREATE INDEX "users_named" ON "users" (lower("name"),"id") WHERE "deleted_at" is null and not "is_guest";--> statement-breakpoint
CREATE INDEX "users_guests" ON "users" (lower("email")) WHERE "is_guest" and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "address_changes_order" ON "address_changes" ("order_id");--> statement-breakpoint
CREATE INDEX "cancel_requests_open" ON "cancel_requests" ("created_at") WHERE "declined_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "drop_admissions_order" ON "drop_admissions" ("order_id","drop_id") WHERE "order_id" is not null;--> statement-breakpoint
CREATE INDEX "drop_admissions_ends" ON "drop_admissions" ("drop_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_delays_day" ON "order_delays" ("order_id","ship_by");--> statement-breakpoint
CREATE UNIQUE INDEX "order_delays_replaced" ON "order_delays" ("order_id","was_by");--> statement-breakpoint
CREATE INDEX "order_delays_to_refund" ON "order_delays" ("order_id") WHERE "answer" = 'refund' or "answer" is null and "answer_by" is not null;--> statement-breakpoint
CREATE INDEX "order_items_by_product" ON "order_items" ("product_id");--> statement-breakpoint
CREATE INDEX "order_items_answers" ON "order_items" USING gin (lower(translate(replace(jsonb_path_query_array("answers", '$[*].answer')::text, '\n', ' '), '"', ' ')) gin_trgm_ops) WHERE "answers" is not null;--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "order_notes" ("order_id");--> statement-breakpoint
CREATE INDEX "order_verify_log_order" ON "order_verify_log" ("order_id");--> statement-breakpoint
CREATE INDEX "orders_placed_by" ON "orders" ("placed_by") WHERE "placed_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_placed_key" ON "orders" ("placed_key") WHERE "placed_key" is not null;--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" ("user_id","created_at" DESC NULLS LAST,"number" DESC NULLS LAST,"deleted_at");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_listed" ON "orders" (("paid_at" is not null),"number" DESC NULLS LAST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_by_total" ON "orders" (("paid_at" is not null),"total_cents","number") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_all_by_total" ON "orders" ("total_cents","number") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" ("number") WHERE "paid_at" is not null and "deleted_at" is null and not coalesce("refunded_cents" >= "total_cents", false) and "delivered_at" is null;--> statement-breakpoint
CREATE INDEX "orders_ship_by" ON "orders" ("ship_by","number") WHERE "paid_at" is not null and "deleted_at" is null and not coalesce("refunded_cents" >= "total_cents", false) and "delivered_at" is null;--> statement-breakpoint
CREATE INDEX "orders_deleted" ON "orders" ("number") WHERE "deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_recipient" ON "orders" ("user_id") WHERE "recipient_name" is not null;--> statement-breakpoint
CREATE INDEX "orders_recipient_name" ON "orders" USING gin (lower("recipient_name") gin_trgm_ops) WHERE "recipient_name" is not null;--> statement-breakpoint
CREATE INDEX "orders_sent_to" ON "orders" USING gin (lower("city" || ' ' || coalesce("tracking_number", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_gift_note" ON "orders" USING gin (lower(replace("gift_note", E'\n', ' ')) gin_trgm_ops) WHERE "gift_note" is not null;--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" ("created_at","total_cents","canceled_at","deleted_at") WHERE "paid_at" is null;--> statement-breakpoint
CREATE INDEX "orders_unknown_zip" ON "orders" (("tax"->>'state'),("tax"->>'zip')) WHERE "tax" ? 'isUnknownZip';--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" ("paid_at") WHERE "paid_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_slot" ON "coupon_uses" ("coupon_id","slot") WHERE "state" in ('held', 'used');--> statement-breakpoint
CREATE INDEX "coupon_uses_attempt" ON "coupon_uses" ("attempt_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_used" ON "coupon_uses" ("coupon_id") WHERE "state" = 'used';--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_breaks_told" ON "reconciliation_breaks" ("kind","subject");--> statement-breakpoint
CREATE INDEX "reconciliation_breaks_waiting" ON "reconciliation_breaks" ("since") WHERE "resolved_at" is null;--> statement-breakpoint
CREATE INDEX "holds_product" ON "holds" ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_live" ON "payment_attempts" ("order_id") WHERE "state" in ('authorising', 'capturing', 'captured');--> statement-breakpoint
CREATE INDEX "payment_attempts_unfinished" ON "payment_attempts" ("next_try_at") WHERE "state" in ('authorising', 'capturing', 'abandoning');--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" ("order_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_without_fee" ON "payment_attempts" ("mode","created_at") WHERE "state" = 'captured' and "kind" = 'card' and "fee_cents" is null;--> statement-breakpoint
CREATE INDEX "payment_log_attempt" ON "payment_log" ("attempt_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_made" ON "refunds" ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_completed" ON "refunds" ("updated_at") WHERE "state" = 'completed';--> statement-breakpoint
CREATE INDEX "refunds_unfinished" ON "refunds" ("next_try_at") WHERE "state" in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "webhook_events_undone" ON "webhook_events" ("next_try_at") WHERE "processed_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_received" ON "webhook_events" ("received_at");--> statement-breakpoint
CREATE INDEX "disputes_order" ON "disputes" ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_attempt" ON "disputes" ("attempt_id");--> statement-breakpoint
CREATE INDEX "disputes_to_answer" ON "disputes" ("due_at") WHERE "state" in ('inquiry', 'open');--> statement-breakpoint
CREATE INDEX "payout_entries_payout" ON "payout_entries" ("payout_id");--> statement-breakpoint
CREATE INDEX "payout_entries_effective" ON "payout_entries" ("effective_at");--> statement-breakpoint
CREATE INDEX "payout_entries_payment" ON "payout_entries" ("payment_id") WHERE "payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payout_entries_refund" ON "payout_entries" ("refund_id") WHERE "refund_id" is not null;--> statement-breakpoint
CREATE INDEX "payout_entries_dispute" ON "payout_entries" ("dispute_id") WHERE "dispute_id" is not null;--> statement-breakpoint
CREATE INDEX "payouts_newest" ON "payouts" ("mode","created_at");--> statement-breakpoint
CREATE INDEX "payouts_unread" ON "payouts" ("created_at") WHERE "entries_read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "requests_open" ON "requests" ("kind","product_id",lower("email")) WHERE "state" in ('unconfirmed', 'waiting');--> statement-breakpoint
CREATE INDEX "requests_waiting" ON "requests" ("kind","product_id","created_at") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "requests_product" ON "requests" ("product_id","done_at");--> statement-breakpoint
CREATE INDEX "requests_email" ON "requests" (lower("email"));--> statement-breakpoint
CREATE INDEX "import_rows_product" ON "import_rows" ("product_id") WHERE "product_id" is not null;--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" ("key") WHERE "state" in ('created', 'updated', 'kept');--> statement-breakpoint
CREATE UNIQUE INDEX "imports_running" ON "imports" ((true)) WHERE "state" = 'running';--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "past_customers_key" ON "past_customers" ("source","key");--> statement-breakpoint
CREATE INDEX "past_customers_email" ON "past_customers" (lower("email")) WHERE "email" <> '';--> statement-breakpoint
CREATE INDEX "past_order_items_product" ON "past_order_items" ("product_id") WHERE "product_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "past_orders_source_id" ON "past_orders" ("source","source_id");--> statement-breakpoint
CREATE INDEX "past_orders_newest" ON "past_orders" ("day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_orders_customer" ON "past_orders" ("customer_id");--> statement-breakpoint
CREATE INDEX "past_orders_import" ON "past_orders" ("import_id");--> statement-breakpoint
CREATE INDEX "past_orders_search" ON "past_orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "past_reviews_key" ON "past_reviews" ("source","key");--> statement-breakpoint
CREATE INDEX "past_reviews_newest" ON "past_reviews" ("day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "past_reviews_of_product" ON "past_reviews" ("product_id","day" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "hidden";--> statement-breakpoint
CREATE INDEX "past_reviews_order" ON "past_reviews" ("past_order_id");--> statement-breakpoint
CREATE INDEX "past_reviews_import" ON "past_reviews" ("import_id");--> statement-breakpoint
CREATE INDEX "past_changes_moment" ON "past_changes" ("moment");--> statement-breakpoint
CREATE INDEX "past_changes_made" ON "past_changes" ("changed_at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_id_collections_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "collection_slugs" ADD CONSTRAINT "collection_slugs_collection_id_collections_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_page_slug_pages_slug_fkey" FOREIGN KEY ("page_slug") REFERENCES "pages"("slug") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "product_costs" ADD CONSTRAINT "product_costs_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "product_slugs" ADD CONSTRAINT "product_slugs_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "product_trace" ADD CONSTRAINT "product_trace_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "product_trace" ADD CONSTRAINT "product_trace_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_categories_name_fkey" FOREIGN KEY ("category") REFERENCES "categories"("name") ON UPDATE CASCADE;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_parent_id_products_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_photo_id_images_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "images"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_drop_id_drops_id_fkey" FOREIGN KEY ("drop_id") REFERENCES "drops"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "saved_addresses" ADD CONSTRAINT "saved_addresses_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "cancel_requests" ADD CONSTRAINT "cancel_requests_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "cancel_requests" ADD CONSTRAINT "cancel_requests_declined_by_users_id_fkey" FOREIGN KEY ("declined_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "drop_admissions" ADD CONSTRAINT "drop_admissions_drop_id_drops_id_fkey" FOREIGN KEY ("drop_id") REFERENCES "drops"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "drop_admissions" ADD CONSTRAINT "drop_admissions_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "order_delays" ADD CONSTRAINT "order_delays_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_delays" ADD CONSTRAINT "order_delays_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "order_item_costs" ADD CONSTRAINT "order_item_costs_order_id_line_order_items_order_id_line_fkey" FOREIGN KEY ("order_id","line") REFERENCES "order_items"("order_id","line") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "order_verify_log" ADD CONSTRAINT "order_verify_log_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_coupons_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_users_id_fkey" FOREIGN KEY ("placed_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id");--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "reconciliation_breaks" ADD CONSTRAINT "reconciliation_breaks_resolved_by_id_users_id_fkey" FOREIGN KEY ("resolved_by_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_recorded_by_users_id_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "payment_log" ADD CONSTRAINT "payment_log_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_refund_id_refunds_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fkey" FOREIGN KEY ("requested_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_attempt_id_payment_attempts_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id");--> statement-breakpoint
ALTER TABLE "payout_entries" ADD CONSTRAINT "payout_entries_payout_id_payouts_id_fkey" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_answer_product_id_products_id_fkey" FOREIGN KEY ("answer_product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "past_order_items" ADD CONSTRAINT "past_order_items_past_order_id_past_orders_id_fkey" FOREIGN KEY ("past_order_id") REFERENCES "past_orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "past_order_items" ADD CONSTRAINT "past_order_items_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "past_orders" ADD CONSTRAINT "past_orders_import_id_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id");--> statement-breakpoint
ALTER TABLE "past_orders" ADD CONSTRAINT "past_orders_customer_id_past_customers_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "past_customers"("id");--> statement-breakpoint
ALTER TABLE "past_reviews" ADD CONSTRAINT "past_reviews_import_id_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id");--> statement-breakpoint
ALTER TABLE "past_reviews" ADD CONSTRAINT "past_reviews_past_order_id_past_orders_id_fkey" FOREIGN KEY ("past_order_id") REFERENCES "past_orders"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "past_reviews" ADD CONSTRAINT "past_reviews_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL;--> statement-breakpoint
-- From here on, what the schema in TypeScript cannot say.
-- Room on each page for the versions of an order: an update that stays on its page leaves the indexes alone.
ALTER TABLE "orders" SET (fillfactor = 70);--> statement-breakpoint
-- Two choices may change their values with each other in one transaction.
ALTER TABLE "products" ADD CONSTRAINT "products_choice_once" EXCLUDE USING btree ("parent_id" WITH =, "choice" WITH =)
	WHERE ("parent_id" IS NOT NULL AND "deleted_at" IS NULL) DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
-- A restored backup has choices and photos in any order: their references are checked at its end.
ALTER TABLE "products" ALTER CONSTRAINT "products_parent_id_products_id_fkey" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "products" ALTER CONSTRAINT "products_photo_id_images_id_fkey" DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Older than the name of their table.
ALTER TABLE "mailed_tokens" RENAME CONSTRAINT "mailed_tokens_pkey" TO "password_resets_pkey";--> statement-breakpoint
ALTER TABLE "mailed_tokens" RENAME CONSTRAINT "mailed_tokens_user_id_users_id_fkey" TO "password_resets_user_id_users_id_fkey";
