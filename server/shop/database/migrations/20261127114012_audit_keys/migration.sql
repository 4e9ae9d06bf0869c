ALTER TABLE "audit_events" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "key_name" text;