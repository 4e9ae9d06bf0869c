-- Allowed, fills-table: its rows are never changed, products are only read, and who adds the same words meanwhile waits for less than a second.
INSERT INTO product_words (kind, word)
SELECT DISTINCT w.kind, w.word COLLATE "C" FROM products p, words_of_product(p.name, p.search, p.choices_search) w
ON CONFLICT DO NOTHING;
