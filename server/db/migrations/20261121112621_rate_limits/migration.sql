CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY,
	"hits" integer NOT NULL,
	"window_ends" timestamp with time zone NOT NULL,
	"waits_until" timestamp with time zone
);
