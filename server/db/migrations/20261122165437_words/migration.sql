-- A shop that has saved settings keeps the sentences that it was shown with. New rows name every column.
ALTER TABLE "settings" ADD COLUMN "story_title" text NOT NULL DEFAULT 'About';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "custom_text" text NOT NULL DEFAULT 'Want it in another color?';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "categories_title" text NOT NULL DEFAULT 'Shop by category';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "newest_title" text NOT NULL DEFAULT 'Just finished';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "footer_text" text NOT NULL DEFAULT 'Everything is made at one kitchen table and mailed anywhere in the USA.';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "contact_text" text NOT NULL DEFAULT 'Ask about a piece, a custom color, or where your package is. I read every message and usually reply within a day.';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "returns_text" text NOT NULL DEFAULT 'Questions, or not happy with your piece? Email me and I’ll make it right.';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "thanks" text NOT NULL DEFAULT 'Thank you! Every piece was made by hand, and packed for you.';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "ship_days" jsonb NOT NULL DEFAULT '{"from": 2, "to": 2}';--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "story_title" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "custom_text" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "categories_title" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "newest_title" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "footer_text" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "contact_text" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "returns_text" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "thanks" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "ship_days" DROP DEFAULT;--> statement-breakpoint
UPDATE settings SET
	contact_text = 'Ask about a piece, a custom color, or where your package is. We read every message and usually reply within a day.',
	returns_text = 'Questions, or not happy with your piece? Email us and we’ll make it right.'
WHERE voice = 'we';
