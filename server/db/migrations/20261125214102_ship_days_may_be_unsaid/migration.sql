ALTER TABLE "settings" ALTER COLUMN "tax_basis_points" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "ship_days" DROP NOT NULL;