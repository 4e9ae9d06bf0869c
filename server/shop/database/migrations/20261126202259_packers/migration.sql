ALTER TABLE "users" ADD COLUMN "is_packer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Allowed, new-constraint: no version writes the column yet.
ALTER TABLE "users" ADD CONSTRAINT "users_packer" CHECK (not ("is_packer" and ("is_guest" or "is_admin"))) NOT VALID;