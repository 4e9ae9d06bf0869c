CREATE TABLE "payment_reminder_settings" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"is_on" boolean NOT NULL,
	CONSTRAINT "payment_reminder_settings_single" CHECK ("id")
);
--> statement-breakpoint
CREATE TABLE "payment_reminders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid UNIQUE,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_reminders_email" ON "payment_reminders" ("email","created_at");--> statement-breakpoint
CREATE INDEX "payment_reminders_age" ON "payment_reminders" ("created_at");--> statement-breakpoint
ALTER TABLE "payment_reminders" ADD CONSTRAINT "payment_reminders_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL;