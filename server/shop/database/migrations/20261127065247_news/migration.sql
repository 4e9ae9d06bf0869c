CREATE TABLE "news" (
	"slug" text PRIMARY KEY,
	"dated_at" timestamp with time zone,
	"shown" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "news_due" ON "news" ("dated_at") WHERE not "shown";--> statement-breakpoint
CREATE INDEX "news_newest" ON "news" ("dated_at" DESC NULLS LAST,"slug");--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_slug_pages_slug_fkey" FOREIGN KEY ("slug") REFERENCES "pages"("slug") ON DELETE CASCADE ON UPDATE CASCADE;