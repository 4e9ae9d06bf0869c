DROP INDEX "orders_user";--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" ("user_id","created_at" DESC NULLS LAST,"number" DESC NULLS LAST,"deleted_at");