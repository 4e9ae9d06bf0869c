ALTER TABLE "settings" ALTER COLUMN "tax_basis_points" SET DEFAULT 0;--> statement-breakpoint
-- Allowed, ban-drop-not-null: a new shop has no version before, and in others null comes from an owner who empties the field.
ALTER TABLE "settings" ALTER COLUMN "ship_days" DROP NOT NULL;