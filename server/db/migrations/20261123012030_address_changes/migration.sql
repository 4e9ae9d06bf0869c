CREATE TABLE "address_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"former" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "address_changes_order" ON "address_changes" ("order_id");--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");