ALTER TABLE "settings" ALTER COLUMN "tax_basis_points" SET DEFAULT 0;--> statement-breakpoint
-- Allowed, ban-drop-not-null: a new shop has no version before, and in others null comes from an owner who empties the field.
ALTER TABLE "settings" ALTER COLUMN "ship_days" DROP NOT NULL;
--> statement-breakpoint
-- Allowed, fills-table: it adds the only row that the table can have.
-- A shop that has sold and never saved a setting keeps the figures that its buyers were told.
INSERT INTO "settings" (
  "name", "tagline", "story", "story_title", "custom_text", "categories_title", "newest_title", "featured_title",
  "search_title", "search_hint", "cart_empty", "footer_text", "contact_text", "returns_text", "thanks", "ship_days",
  "email", "social_url", "photos_url", "social_text", "photos_text", "time_zone", "tax_basis_points"
)
SELECT
  'My shop', '', '', 'About', '', 'Shop by category', 'Just finished', 'Featured Products',
  'Find what your''re looking for!', 'Search all pieces', 'Your Cart is Empty :(', 'Everything is made by hand.',
  'Ask about a piece, or where your package is. I read every message.',
  'Questions about this piece? Email me.', 'Thank you! Every piece was made by hand, and packed for you.',
  '{"from": 1, "to": 3}', '', '', '', 'New pieces and news', 'Behind the scenes', 'America/Chicago', 550
WHERE EXISTS (SELECT FROM "orders")
ON CONFLICT DO NOTHING;
