CREATE TABLE "email_opt_outs" (
	"topic" text,
	"address_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_opt_outs_pkey" PRIMARY KEY("topic","address_hash")
);
