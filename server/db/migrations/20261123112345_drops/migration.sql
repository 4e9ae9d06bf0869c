CREATE TABLE "drops" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"minutes" smallint NOT NULL,
	"secret" text NOT NULL,
	"tickets" integer DEFAULT 0 NOT NULL,
	"drawn" integer,
	"admitted" integer DEFAULT 0 NOT NULL,
	"shown" jsonb NOT NULL,
	"idle_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drops_state" CHECK ("state" in ('planned', 'line', 'over', 'canceled')),
	CONSTRAINT "drops_minutes" CHECK ("minutes" between 2 and 60),
	CONSTRAINT "drops_counts" CHECK ("admitted" between 0 and "tickets" and "drawn" between 0 and "tickets"),
	CONSTRAINT "drops_drawn" CHECK ("state" <> 'line' or "drawn" is not null)
);
--> statement-breakpoint
CREATE TABLE "drop_admissions" (
	"drop_id" uuid,
	"place" integer,
	"admitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_up_at" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	CONSTRAINT "drop_admissions_pkey" PRIMARY KEY("drop_id","place")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "drop_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "drops_slug" ON "drops" ("slug");--> statement-breakpoint
CREATE INDEX "drops_due" ON "drops" ("starts_at") WHERE "state" in ('planned', 'line');--> statement-breakpoint
CREATE INDEX "products_drop" ON "products" ("drop_id") WHERE "drop_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drop_admissions_order" ON "drop_admissions" ("order_id","drop_id") WHERE "order_id" is not null;--> statement-breakpoint
CREATE INDEX "drop_admissions_ends" ON "drop_admissions" ("drop_id","ends_at");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_drop_id_drops_id_fkey" FOREIGN KEY ("drop_id") REFERENCES "drops"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "drop_admissions" ADD CONSTRAINT "drop_admissions_drop_id_drops_id_fkey" FOREIGN KEY ("drop_id") REFERENCES "drops"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "drop_admissions" ADD CONSTRAINT "drop_admissions_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_drop" CHECK ("drop_id" is null or ("axes" is null and "parent_id" is null));--> statement-breakpoint
-- The page of a drop, its line, and the pages of its pieces, which name the drop while its line is open.
CREATE FUNCTION drop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('line', NEW.slug));
	IF TG_OP = 'INSERT' OR (OLD.name, OLD.text, OLD.starts_at, OLD.state, OLD.minutes)
			IS DISTINCT FROM (NEW.name, NEW.text, NEW.starts_at, NEW.state, NEW.minutes) THEN
		PERFORM notify_change(jsonb_build_object('drop', NEW.slug, 'pieces',
			coalesce((SELECT jsonb_agg(id) FROM products WHERE drop_id = NEW.id), '[]')));
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER drops_added AFTER INSERT ON drops FOR EACH ROW EXECUTE FUNCTION drop_changed();--> statement-breakpoint
-- Tickets alone are told with what browsers are shown, once a second.
CREATE TRIGGER drops_changed AFTER UPDATE ON drops
	FOR EACH ROW WHEN (
		(OLD.name, OLD.text, OLD.starts_at, OLD.state, OLD.minutes, OLD.shown)
			IS DISTINCT FROM (NEW.name, NEW.text, NEW.starts_at, NEW.state, NEW.minutes, NEW.shown)
	) EXECUTE FUNCTION drop_changed();--> statement-breakpoint
-- The page of a drop shows its pieces before they are for sale, of which no other notice tells.
CREATE FUNCTION dropped_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('drop', slug, 'pieces', jsonb_build_array(NEW.id)))
		FROM drops WHERE id IN (OLD.drop_id, NEW.drop_id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER dropped_products_changed AFTER UPDATE ON products
	FOR EACH ROW WHEN (
		(OLD.drop_id IS NOT NULL OR NEW.drop_id IS NOT NULL) AND
		(OLD.drop_id, OLD.name, OLD.slug, OLD.price_cents, OLD.qty, OLD.draft, OLD.deleted_at)
			IS DISTINCT FROM (NEW.drop_id, NEW.name, NEW.slug, NEW.price_cents, NEW.qty, NEW.draft, NEW.deleted_at)
	) EXECUTE FUNCTION dropped_product_changed();
