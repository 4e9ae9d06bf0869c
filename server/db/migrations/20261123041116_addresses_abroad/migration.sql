ALTER TABLE "saved_addresses" ADD COLUMN "country_code" text DEFAULT 'US' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_addresses" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country_code" text DEFAULT 'US' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "phone" text;--> statement-breakpoint
DROP INDEX "saved_addresses_address";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_addresses_address" ON "saved_addresses" ("user_id","recipient","address","address2","city","state","postal_code","country_code");