-- Allowed, ban-drop-column: no version with these columns was released.
ALTER TABLE "settings" DROP COLUMN "offers_letters";--> statement-breakpoint
-- Allowed, ban-drop-column: no version with these columns was released.
ALTER TABLE "settings" DROP COLUMN "low_stock_mails";
