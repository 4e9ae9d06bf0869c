import { z } from 'zod'
import { oneLine, timestamp } from '#contract/codecs.ts'
import { SEARCH_WORDS_FIELDS } from './messages.ts'

const WORD_MAX = 40
export const WORDS_MAX = 60
export const FINDS_MAX = 30
export const SYNONYMS_MAX = 300

const term = oneLine
  .overwrite((text) => text.trim().toLowerCase().replaceAll(/\s+/g, ' '))
  .regex(/[\p{L}\p{N}]/u, SEARCH_WORDS_FIELDS.needsLetter)
  .max(WORD_MAX, SEARCH_WORDS_FIELDS.tooLong(WORD_MAX))

/** Words that find more than themselves, each perhaps of several words, such as "hair bow". */
export const SynonymsUpdate = z
  .object({
    words: z.array(term).min(1, SEARCH_WORDS_FIELDS.enterWords).max(WORDS_MAX, SEARCH_WORDS_FIELDS.tooMany(WORDS_MAX)),
    finds: z
      .array(term)
      .max(FINDS_MAX, SEARCH_WORDS_FIELDS.tooMany(FINDS_MAX))
      .describe('What each of the words finds besides itself. When empty, the words find one another'),
  })
  .refine(({ words, finds }) => finds.length > 0 || words.length > 1, {
    path: ['finds'],
    error: SEARCH_WORDS_FIELDS.enterFinds,
  })
export type SynonymsUpdate = z.infer<typeof SynonymsUpdate>

export const Synonyms = z
  .object({ _id: z.string(), words: z.array(z.string()), finds: z.array(z.string()) })
  .meta({ id: 'Synonyms' })
export type Synonyms = z.infer<typeof Synonyms>

export const SynonymsKey = z.object({ id: z.string().min(1).max(100) })

/** A search that no product matches with all words. */
export const FruitlessSearch = z
  .object({
    keyword: z.string(),
    matchedWords: z.string().describe('Those that products match; empty for none'),
    times: z.int().describe('How often its page was sent'),
    lastAt: timestamp.describe('When it was last, to the hour'),
  })
  .meta({ id: 'FruitlessSearch' })
export type FruitlessSearch = z.infer<typeof FruitlessSearch>

export const FruitlessKey = z.object({ keyword: z.string().min(1).max(100) })

export const SearchWords = z
  .object({ synonyms: z.array(Synonyms), fruitless: z.array(FruitlessSearch) })
  .meta({ id: 'SearchWords' })
export type SearchWords = z.infer<typeof SearchWords>
