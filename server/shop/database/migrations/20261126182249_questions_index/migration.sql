CREATE INDEX CONCURRENTLY "products_questions" ON "products" USING gin (("search" || coalesce("choices_search", ''::tsvector) || (jsonb_to_tsvector('english'::regconfig,
  jsonb_path_query_array("asks", '$[*].label') || jsonb_path_query_array("asks", '$[*].hint')
    || jsonb_path_query_array("asks", '$[*].options[*]'), '["string"]')
  || to_tsvector('simple'::regconfig, 'personalized personalised personalization customized customised custom engraved')))) WHERE "asks" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_question_words" ON "products" USING gin ((jsonb_to_tsvector('english'::regconfig,
  jsonb_path_query_array("asks", '$[*].label') || jsonb_path_query_array("asks", '$[*].hint')
    || jsonb_path_query_array("asks", '$[*].options[*]'), '["string"]')
  || to_tsvector('simple'::regconfig, 'personalized personalised personalization customized customised custom engraved'))) WHERE "asks" is not null;