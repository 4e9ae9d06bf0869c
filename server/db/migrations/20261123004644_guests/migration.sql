ALTER TABLE "password_resets" RENAME TO "mailed_tokens";--> statement-breakpoint
ALTER INDEX "password_resets_user" RENAME TO "mailed_tokens_user";--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD COLUMN "purpose" text DEFAULT 'reset' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ALTER COLUMN "purpose" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD COLUMN "wrong_tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "only_order_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" (lower("email")) WHERE "deleted_at" is null and not "is_guest";--> statement-breakpoint
DROP INDEX "users_newest";--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" ("created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null and not "is_guest";--> statement-breakpoint
DROP INDEX "users_named";--> statement-breakpoint
CREATE INDEX "users_named" ON "users" (lower("name"),"id") WHERE "deleted_at" is null and not "is_guest";--> statement-breakpoint
CREATE INDEX "users_guests" ON "users" (lower("email")) WHERE "is_guest" and "deleted_at" is null;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_purpose" CHECK ("purpose" in ('reset', 'claim'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guest" CHECK ("is_guest" = ("password_hash" is null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guest_roles" CHECK (not ("is_guest" and ("is_admin" or "is_api")));