CREATE TABLE "saved_carts" (
	"user_id" uuid,
	"device" uuid,
	"items" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_carts_pkey" PRIMARY KEY("user_id","device"),
	CONSTRAINT "saved_carts_items" CHECK (jsonb_array_length("items") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "wishes" (
	"user_id" uuid,
	"product_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishes_pkey" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE INDEX "saved_carts_saved" ON "saved_carts" ("saved_at");--> statement-breakpoint
CREATE INDEX "wishes_product" ON "wishes" ("product_id");--> statement-breakpoint
ALTER TABLE "saved_carts" ADD CONSTRAINT "saved_carts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;