CREATE TABLE "admin_links" (
	"key_hash" text PRIMARY KEY,
	"is_for_more" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"kind" text,
	"key" text,
	CONSTRAINT "demo_rows_pkey" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "own_shop" (
	"id" boolean PRIMARY KEY DEFAULT true,
	"started_at" timestamp with time zone,
	"keeps_demo" boolean DEFAULT false NOT NULL,
	"welcome_step" integer DEFAULT 0 NOT NULL,
	"welcome_done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "own_shop_single" CHECK ("id")
);
--> statement-breakpoint
-- What belongs to the demo in shops of earlier versions. Only the demo wrote this first entry of a product's history.
INSERT INTO demo_rows (kind, key)
SELECT 'product', id::text FROM products p
WHERE sku IN ('ZI-001', 'ZI-002', 'ZI-003', 'ZI-004', 'ZI-005', 'ZI-006', 'ZI-007', 'CUP-101', 'CUP-102', 'CUP-103', 'CUP-104', 'CUP-105', 'CUP-106', 'CUP-107', 'PEN-201', 'PEN-202', 'PEN-203', 'PEN-204', 'PEN-205', 'WS-301', 'WS-302', 'WS-303', 'WS-304', 'WS-305', 'KEY-401', 'KEY-402', 'KEY-403', 'KEY-404', 'KEY-405', 'KEY-406', 'CHM-501', 'CHM-502', 'CHM-503', 'CHM-504', 'CHM-505', 'ACC-601', 'ACC-602', 'ACC-603', 'ACC-604', 'ACC-605', 'ACC-606', 'ACC-607', 'ACC-608', 'ACC-609', 'ACC-610')
	AND EXISTS (SELECT FROM product_trace WHERE product_id = p.id AND log ~ '^Created with \d+ in stock\.$');--> statement-breakpoint
INSERT INTO demo_rows (kind, key)
SELECT 'coupon', id::text FROM coupons
WHERE (code IN ('WELCOME5', 'SHIPFREE', 'ONCE10') OR code ~ '^SUMMER\d\d$') AND EXISTS (SELECT FROM demo_rows)
UNION ALL
SELECT 'category', name FROM categories
WHERE name IN ('zi-collection', 'cups', 'pens', 'wine stoppers', 'keychains', 'cup charms', 'accessories') AND EXISTS (SELECT FROM demo_rows)
UNION ALL
SELECT 'page', slug FROM pages
WHERE EXISTS (SELECT FROM demo_rows) AND (slug = 'about' AND title = 'About Zi'
	OR slug = 'shipping' AND md5(body) = '202f2b705c612540c566b0a1822bdcdc'
	OR slug = 'care' AND md5(body) = '8f34622a28b7c6b9315cb9bb7983d5f6')
UNION ALL
SELECT 'photo', location FROM unnest(array['/images/hero.jpg', '/images/maker.jpg']) location
WHERE EXISTS (SELECT FROM demo_rows);--> statement-breakpoint
-- A shop that is already the owner's own needs no welcome.
INSERT INTO own_shop (started_at, welcome_done)
SELECT now(), true WHERE EXISTS (SELECT FROM users) AND NOT EXISTS (SELECT FROM demo_rows WHERE kind = 'product');
