ALTER TABLE "categories" ADD COLUMN "label" text;--> statement-breakpoint
-- The categories that are there look as they did: each part of the name, after a space or a dash, in capitals.
UPDATE "categories" SET "label" = (
  SELECT string_agg(part[1] || upper(left(part[2], 1)) || substr(part[2], 2), '' ORDER BY place)
  FROM regexp_matches("name", '([\s-]*)([^\s-]*)', 'g') WITH ORDINALITY AS parts (part, place)
);--> statement-breakpoint
ALTER TABLE "categories" ALTER COLUMN "label" SET NOT NULL;
