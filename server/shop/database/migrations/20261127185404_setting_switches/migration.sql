ALTER TABLE "settings" ADD COLUMN "switches" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Allowed, fills-table: the table has one row.
UPDATE "settings" SET "switches" = jsonb_build_object('offersLetters', "offers_letters", 'lowStockMails', "low_stock_mails");
