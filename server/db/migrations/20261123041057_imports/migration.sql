CREATE TABLE "import_rows" (
	"import_id" uuid,
	"number" integer,
	"line" integer NOT NULL,
	"last_line" integer NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"price_cents" integer,
	"qty" integer NOT NULL,
	"category" text NOT NULL,
	"choices" integer NOT NULL,
	"photos" integer NOT NULL,
	"listing" jsonb,
	"notes" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"problem" text,
	"included" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"product_id" uuid,
	"version" text,
	CONSTRAINT "import_rows_pkey" PRIMARY KEY("import_id","number"),
	CONSTRAINT "import_rows_outcome" CHECK ("outcome" in ('create', 'exists', 'repeated', 'broken')),
	CONSTRAINT "import_rows_state" CHECK ("state" in ('waiting', 'created', 'failed', 'undone')),
	CONSTRAINT "import_rows_created" CHECK (not "included" or "outcome" <> 'broken')
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"format" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"ignored" jsonb DEFAULT '[]' NOT NULL,
	"as_drafts" boolean DEFAULT false NOT NULL,
	"added_categories" jsonb DEFAULT '[]' NOT NULL,
	"user_id" uuid NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "imports_format" CHECK ("format" in ('etsy', 'shopify', 'square', 'boutique')),
	CONSTRAINT "imports_state" CHECK ("state" in ('reading', 'ready', 'running', 'stopped', 'done', 'undone'))
);
--> statement-breakpoint
CREATE INDEX "import_rows_product" ON "import_rows" ("product_id") WHERE "product_id" is not null;--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" ("key") WHERE "state" = 'created';--> statement-breakpoint
CREATE UNIQUE INDEX "imports_running" ON "imports" ((true)) WHERE "state" = 'running';--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" ("created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_product_id_products_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id");