DROP INDEX "products_featured";--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" ("created_at" DESC NULLS LAST) WHERE "featured" and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_sku" ON "products" (lower("sku"),"id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_filed" ON "products" ("category","created_at" DESC NULLS LAST,"id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "products_drafts" ON "products" ("created_at" DESC NULLS LAST,"id") WHERE "draft" and "deleted_at" is null;