ALTER TABLE "orders" ADD COLUMN "placed_by" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_key" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "mails_buyer" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_placed_by" ON "orders" ("placed_by") WHERE "placed_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_placed_key" ON "orders" ("placed_key") WHERE "placed_key" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by_users_id_fkey" FOREIGN KEY ("placed_by") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by" CHECK (("placed_by" is null) = ("placed_key" is null));