CREATE TABLE "fruitless_searches" (
	"keyword" text PRIMARY KEY,
	"matched_words" text NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "fruitless_searches_keyword" CHECK (char_length("keyword") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" text PRIMARY KEY,
	"words" text[] NOT NULL,
	"finds" text[] NOT NULL,
	"keys" text[] NOT NULL,
	CONSTRAINT "search_synonyms_words" CHECK (cardinality("words") <= 60 and cardinality("finds") <= 30)
);
