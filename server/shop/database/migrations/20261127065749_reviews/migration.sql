CREATE TABLE "review_asks" (
	"order_id" uuid PRIMARY KEY,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_photos" (
	"image_id" uuid PRIMARY KEY,
	"order_id" uuid NOT NULL,
	"review_id" uuid,
	"position" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_settings" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"is_on" boolean NOT NULL,
	"days" smallint NOT NULL,
	"on_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_settings_one" CHECK ("id"),
	CONSTRAINT "review_settings_days" CHECK ("days" between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"order_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"stars" smallint NOT NULL,
	"words" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"held_for" text,
	"waits_since" timestamp with time zone,
	"hidden_for" text,
	"reply" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_stars" CHECK ("stars" between 1 and 5),
	CONSTRAINT "reviews_words" CHECK (length("words") <= 2000),
	CONSTRAINT "reviews_reply" CHECK (length("reply") <= 1000),
	CONSTRAINT "reviews_state" CHECK ("state" in ('waiting', 'shown', 'hidden')),
	CONSTRAINT "reviews_waits" CHECK (("state" = 'waiting') = ("waits_since" is not null)),
	CONSTRAINT "reviews_hidden" CHECK (("state" = 'hidden') = ("hidden_for" is not null))
);
--> statement-breakpoint
CREATE INDEX "review_photos_review" ON "review_photos" ("review_id","position");--> statement-breakpoint
CREATE INDEX "review_photos_order" ON "review_photos" ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_line" ON "reviews" ("order_id","line");--> statement-breakpoint
CREATE INDEX "reviews_of_product" ON "reviews" ("product_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "state" = 'shown';--> statement-breakpoint
CREATE INDEX "reviews_shown" ON "reviews" ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "state" = 'shown';--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" ("waits_since") WHERE "state" = 'waiting';--> statement-breakpoint
ALTER TABLE "review_asks" ADD CONSTRAINT "review_asks_order_id_orders_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_image_id_images_id_fkey" FOREIGN KEY ("image_id") REFERENCES "images"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_order_id_review_asks_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "review_asks"("order_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_review_id_reviews_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_review_asks_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "review_asks"("order_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_id_line_order_items_order_id_line_fkey" FOREIGN KEY ("order_id","line") REFERENCES "order_items"("order_id","line") ON DELETE CASCADE;