-- A shop that has saved settings keeps the sentences that it was shown with. New rows name every column.
ALTER TABLE "settings" ADD COLUMN "featured_title" text NOT NULL DEFAULT 'Featured Products';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "search_title" text NOT NULL DEFAULT 'Find what your''re looking for!';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "search_hint" text NOT NULL DEFAULT 'Search all pieces';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "cart_empty" text NOT NULL DEFAULT 'Your Cart is Empty :(';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "social_text" text NOT NULL DEFAULT 'New pieces and news';--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "photos_text" text NOT NULL DEFAULT 'Behind the scenes';--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "featured_title" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "search_title" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "search_hint" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "cart_empty" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "social_text" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "photos_text" DROP DEFAULT;
