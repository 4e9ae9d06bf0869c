-- The functions that mirror offers_letters and low_stock_mails fill it when they come, and write both places until a later
-- version contracts these columns.
ALTER TABLE "settings" ADD COLUMN "switches" jsonb DEFAULT '{}' NOT NULL;
