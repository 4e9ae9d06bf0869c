-- A new shop has neutral settings now. A shop of an earlier version that has saved none keeps those it was shown with.
INSERT INTO settings (name, tagline, story, email, social_url, photos_url, time_zone)
SELECT
	'Zi Boutique',
	'Handmade pens, cups, wine stoppers and bows, one small batch at a time.',
	'I started with hair bows for my daughters, and the table never got cleared again. Now there is clay at one end, a lathe in the garage, and a shelf of things waiting for their second coat.

Adult pieces and hair bows cost $5, kids pieces $1. Shipping is a flat $3.50 for one item and $5 after that, anywhere in the USA.

Pieces that take an evening instead of an hour cost a little more.',
	'hello@zi-boutique.example',
	'https://social.example/zi-boutique',
	'https://photos.example/zi-boutique',
	'America/Chicago'
WHERE EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM users)
ON CONFLICT DO NOTHING;
