ALTER TABLE "settings" ADD COLUMN "voice" text DEFAULT 'I' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "order_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_voice" CHECK ("voice" in ('I', 'we'));