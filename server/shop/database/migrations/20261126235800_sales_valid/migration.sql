ALTER TABLE "products" VALIDATE CONSTRAINT "products_was";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_regular";