CREATE TABLE "logos" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"shown" bytea NOT NULL,
	"large" bytea NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "looks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "looks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"look" jsonb NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "looks_draft" ON "looks" ((true)) WHERE "published_at" is null;--> statement-breakpoint
CREATE INDEX "looks_published" ON "looks" ("published_at" DESC NULLS LAST);--> statement-breakpoint
-- The look is part of what settings say of the shop: what shows those shows it. A draft is on no page.
CREATE FUNCTION look_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('table', 'settings'));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER looks_published AFTER INSERT OR UPDATE ON looks
	FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION look_changed();--> statement-breakpoint
CREATE TRIGGER looks_removed AFTER DELETE ON looks
	FOR EACH ROW WHEN (OLD.published_at IS NOT NULL) EXECUTE FUNCTION look_changed();--> statement-breakpoint
CREATE TRIGGER looks_truncated AFTER TRUNCATE ON looks
	FOR EACH STATEMENT EXECUTE FUNCTION look_changed();--> statement-breakpoint
-- A shop of an earlier version looks as it did: every one had this hero, photo and flower.
INSERT INTO looks (look, published_at)
SELECT '{
	"accent": "#7b1e45",
	"ground": "#faf6ee",
	"fonts": "warm",
	"mark": {"kind": "flower"},
	"hero": {
		"photo": {"Location": "/images/hero.jpg", "alt": "Mugs, a glitter tumbler, a bow, a beaded bracelet and a walnut pen on a pale wooden table", "width": 2400, "height": 1200, "placeholder": "", "focus": {"x": 100, "y": 50}},
		"title": "Made by hand, one small batch at a time",
		"line": "Pens, cups, wine stoppers and bows from one kitchen table. When a piece is gone, the next one will be a little different.",
		"button": {"label": "Browse the shop", "path": "/shop"}
	},
	"storyPhoto": {"Location": "/images/maker.jpg", "alt": "The work table: clay, beads, thread, brushes and a half-made zinnia", "width": 1200, "height": 900, "placeholder": "", "focus": {"x": 50, "y": 50}},
	"home": ["featured", "categories", "newest", "story"],
	"notice": null
}', now()
WHERE EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM settings);
