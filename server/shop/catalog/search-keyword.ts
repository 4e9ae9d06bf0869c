// The words of a keyword and the text queries for them. Only words reach PostgreSQL's query language, so that quotes,
// operators, % and _ have no effect.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { categories } from '#server/shop/schema/catalog.ts'
import { colorWords } from './colors.ts'
import type { Synonym } from './search-hooks.ts'
import { likeName, spelledOutEach, toLexeme } from './search-words.ts'

const MAX_WORDS = 8

/** Shorter words have too few letters to tell a typo from another word. */
export const MIN_TYPO_LENGTH = 4
const MAX_SWAPPED_LENGTH = 20

/** A word of two, such as `keyring`, has at least so many letters in each of them. */
const MIN_HALF_LENGTH = 3

/** The most synonyms of a word that a query has. */
const MOST_SYNONYMS = 24

/** PostgreSQL's English stop words. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
  its itself they them their theirs themselves what which who whom this that these those am is are was were be been
  being have has had having do does did doing a an the and but if or because as until while of at by for with about
  against between into through during before after above below to from up down in out on off over under again further
  then once here there when where why how all any both each few more most other some such no nor not only own same so
  than too very s t can will just don should now`.split(/\s+/),
)

const isSignificant = (word: string) => !STOP_WORDS.has(word)

/** The keyword as it is looked for, its words, and those of them that are no stop words. */
export function partsOf(keyword: string) {
  const text = keyword.toLowerCase().replaceAll('\0', '')
  const words = wordsOf(text)
  return { typed: text, words, significant: words.filter(isSignificant) }
}

/** A word that says nothing beside others: 'rose colored bow', 'handmade mug'. */
const NOT_TELLING_PATTERN = /^(colou?r(s|ed)?|hand(made|crafted))$/

/** Words of the keyword, without those that say nothing beside other words. */
function wordsOf(text: string) {
  const words = textWords(text)
  const telling = words.filter((word) => !NOT_TELLING_PATTERN.test(word))
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS)
}

/** The words of a text in lower case. */
export const textWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** A word of a keyword, or neighbors that have synonyms together. */
export type Term = { words: string[]; synonyms: string[] }

/** The words as terms: of overlapping neighbors with synonyms the first and longest. */
export function termsOf(words: readonly string[], synonyms: readonly Synonym[]): Term[] {
  const terms: Term[] = []
  for (let at = 0; at < words.length; ) {
    const here = synonyms.filter(({ from }) => from === at)
    const to = Math.max(at + 1, ...here.map((synonym) => synonym.to))
    const others = new Set(here.filter((synonym) => synonym.to === to).flatMap((synonym) => synonym.words))
    terms.push({ words: words.slice(at, to), synonyms: [...others].slice(0, MOST_SYNONYMS) })
    at = to
  }
  return terms
}

/** Terms without stop words that mean nothing more. */
export const significantTerms = (terms: readonly Term[]) =>
  terms.filter(({ words, synonyms }) => synonyms.length > 0 || words.some(isSignificant))

/** SQL: a query for all terms, with words as prefixes, or for the whole keyword as one prefix, which finds any SKU. */
export function prefixQuery(terms: Term[], text: string) {
  const all = [`(${terms.map(termQuery).join(' & ')})`, ...withNeighborsJoined(wordsOfTerms(terms))].join(' | ')
  // A single word stands in the query once: PostgreSQL would expect more matches of a query that repeats it.
  const simple = new Set([all, `('${text.replaceAll(/['\\]/g, '$&$&')}':*)`])
  const queries = [
    sql`to_tsquery('english', ${all})`,
    ...[...simple].map((query) => sql`to_tsquery('simple', ${query})`),
  ]
  return sql`(${sql.join(queries, sql` || `)})`
}

/** What the last of the terms is called: the last words of it and of its synonyms, without their plurals. */
export const kindsOf = (terms: readonly Term[]): string[] =>
  [terms.at(-1)?.words.join(' ') ?? '', ...(terms.at(-1)?.synonyms ?? [])].flatMap((text) => {
    const word = textWords(text).at(-1)
    return word ? [word.replace(/(?<=.{3})s$/, '')] : []
  })

/** A query for all words in the name of a product, as prefixes. */
export function nameQuery(words: string[]) {
  const inName = [conjunction(words, 'A'), ...withNeighborsJoined(words, 'A')].join(' | ')
  return sql`(to_tsquery('english', ${inName}) || to_tsquery('simple', ${inName}))`
}

const wordsOfTerms = (terms: readonly Term[]) => terms.flatMap(({ words }) => words)

const conjunction = (words: string[], weight = '') => `(${words.map((word) => wordQuery(word, weight)).join(' & ')})`

/** All words with two neighbors joined: `key chain` finds keychain. */
const withNeighborsJoined = (words: string[], weight = '') =>
  words
    .slice(1)
    .map((word, at) => conjunction([...words.slice(0, at), words[at] + word, ...words.slice(at + 2)], weight))

const termQuery = ({ words, synonyms }: Term) => {
  const asTyped = words.map((word) => wordQuery(word)).join(' & ')
  return synonyms.length === 0 ? asTyped : `((${asTyped}) | ${synonymQuery(synonyms)})`
}

/** Synonyms are whole words, some of them several. */
const synonymQuery = (synonyms: string[]) =>
  synonyms.map((synonym) => `(${textWords(synonym).map(toLexeme).join(' & ')})`).join(' | ')

/** The word; or letters and digits apart: `ws304` finds WS-304. */
function wordQuery(word: string, weight = '') {
  const [, letters, digits] = /^(\p{L}+)(\d+)$/u.exec(word) ?? []
  const plain = prefix(word, weight)
  return letters && digits ? `(${plain} | (${prefix(letters, weight)} & ${prefix(digits, weight)}))` : plain
}

/** Prefix query of a word. PostgreSQL indexes the end of `ZI-001` as the number -001. */
function prefix(word: string, weight = '') {
  const plain = `'${word}':*${weight}`
  return /^\d+$/.test(word) ? `(${plain} | '-${word}':*${weight})` : plain
}

/** What a term means: its text query, undefined for none, and kinds that its end may name, longest first. */
export type Meaning = { query: string | undefined; kinds: { label: string; query: string }[] }

/** How many words are taken apart for the kind that they may name. */
const MOST_TAKEN_APART = 3

/**
 * The text query of each term as it may be meant: its words as typed, with two letters swapped, as a color, as two words,
 * or similar to a word of a name or of the category; or its synonyms. Short words have no similar ones.
 */
export async function meaningsOf(db: Db, terms: readonly Term[]): Promise<Map<Term, Meaning>> {
  const takenApart = terms.filter(({ words }) => words.length === 1).slice(0, MOST_TAKEN_APART)
  const ends = takenApart.flatMap((term) => kindsIn(term.words[0] ?? '').map((label) => ({ term, label })))
  const queries = await spelledOutEach(db, [
    ...terms.map((term) => sql`(${meantTerm(term)})::text`),
    ...ends.map(({ label }) => inNames(label)),
  ])
  const kinds = ends.flatMap(({ term, label }, at) => {
    const query = queries[terms.length + at]
    return query ? [{ term, label, query }] : []
  })
  return new Map(
    terms.map((term, at) => [term, { query: queries[at], kinds: kinds.filter((kind) => kind.term === term) }]),
  )
}

function meantTerm({ words, synonyms }: Term) {
  const meant = words.filter(isSignificant).map(meantWord)
  const asWords = meant.length > 0 ? [sql`(${sql.join(meant, sql` && `)})`] : []
  const others = synonyms.length > 0 ? [inBothLanguages(synonymQuery(synonyms))] : []
  return sql.join([...asWords, ...others], sql` || `)
}

function meantWord(word: string) {
  const spellings = [
    prefix(word),
    ...withSwappedLetters(word).map(toLexeme),
    ...adjectiveRoots(word).map(toLexeme),
    ...(colorWords(word) ?? []).map((color) => `'${color}':C`),
    ...halvesOf(word).map((halves) => `(${halves.map(toLexeme).join(' & ')})`),
  ].join(' | ')
  return word.length < MIN_TYPO_LENGTH
    ? inBothLanguages(spellings)
    : sql`(${inBothLanguages(spellings)} || ${likeNameOrCategory(word)})`
}

const inBothLanguages = (query: string) => sql`(to_tsquery('english', ${query}) || to_tsquery('simple', ${query}))`

/** The word with each pair of neighboring letters swapped: trigrams do not recognize this typo in a short word. */
const withSwappedLetters = (word: string) =>
  Array.from({ length: Math.min(word.length, MAX_SWAPPED_LENGTH) - 1 }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
  )

/** What an adjective is made of: `wood` of wooden, `glitter` of glittery. English stemming leaves both as they are. */
const adjectiveRoots = (word: string) => {
  const [, root] = /^(\p{L}{3,})(?:en|y|ish)$/u.exec(word) ?? []
  return root ? [root] : []
}

/** The word as each two that it may be made of: `key` and `ring`. */
function halvesOf(word: string): [string, string][] {
  const count = word.length - 2 * MIN_HALF_LENGTH + 1
  if (count < 1 || word.length > MAX_SWAPPED_LENGTH) return []
  return Array.from({ length: count }, (_, at) => [
    word.slice(0, at + MIN_HALF_LENGTH),
    word.slice(at + MIN_HALF_LENGTH),
  ])
}

/** The ends of a word that may name its kind, longest first: `bow` of hairbow. */
const kindsIn = (word: string) =>
  halvesOf(word).flatMap(([first, second]) => (first.length > MIN_HALF_LENGTH ? [second] : []))

/** SQL: the text of a query for the word in names of products. */
const inNames = (word: string) => sql`to_tsquery('english', ${`${toLexeme(word)}:A`})::text`

// `<%` uses the similarity threshold set in db/client.ts. Of the categories the most similar one counts.
const likeNameOrCategory = (word: string) => sql`${likeName(word)} || coalesce((
    select plainto_tsquery('english', ${categories.name}) from ${categories}
    where ${word} <% ${categories.name} order by word_similarity(${word}, ${categories.name}) desc limit 1
  ), '')`
