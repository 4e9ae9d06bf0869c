-- Searches are planned by how frequent words are.
ANALYZE products, product_words;
