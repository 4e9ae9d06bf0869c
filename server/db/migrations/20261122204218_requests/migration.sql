CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"kind" text NOT NULL,
	"product_id" uuid NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"words" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'unconfirmed' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"answer" text,
	"answer_words" text,
	"answer_product_id" uuid,
	CONSTRAINT "requests_kind" CHECK ("kind" in ('back', 'sister')),
	CONSTRAINT "requests_state" CHECK ("state" in ('unconfirmed', 'waiting', 'told', 'answered', 'ended')),
	CONSTRAINT "requests_words" CHECK (length("words") <= 500),
	CONSTRAINT "requests_done" CHECK (("state" in ('unconfirmed', 'waiting')) = ("done_at" is null)),
	CONSTRAINT "requests_answer" CHECK (("state" = 'answered') = ("answer" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "requests_open" ON "requests" ("kind","product_id",lower("email")) WHERE "state" in ('unconfirmed', 'waiting');--> statement-breakpoint
CREATE INDEX "requests_waiting" ON "requests" ("kind","product_id","created_at") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "requests_product" ON "requests" ("product_id","done_at");--> statement-breakpoint
CREATE INDEX "requests_email" ON "requests" (lower("email"));--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id");--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_answer_product_id_products_id_fkey" FOREIGN KEY ("answer_product_id") REFERENCES "products"("id");
--> statement-breakpoint
-- A piece that is being paid for has no stock, nor has it afterwards: only its hold tells the two apart on its page.
CREATE FUNCTION hold_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_change(jsonb_build_object('soldOut', coalesce(parent_id, id))) FROM products WHERE id = NEW.product_id AND qty = 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER holds_sold AFTER UPDATE OF state ON holds
	FOR EACH ROW WHEN (NEW.state = 'sold') EXECUTE FUNCTION hold_sold();
