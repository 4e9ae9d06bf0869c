import { paragraphsOf } from '#contract/descriptions.ts'

/** Characters of a description that are shown at once: about eight lines on a phone. */
const SHOWN_LENGTH = 320
/** Characters of a line on a phone, which a short paragraph takes, too. */
const LINE = 45
/** A shorter rest is not worth a press. */
const LEAST_FOLDED = 160
const SENTENCE_END_PATTERN = /[.!?…]["”’')]*\s+(?=\S)/g

/** The paragraphs of a description that are shown at once, and the rest, which is empty unless it is long. */
export function foldedDescription(paragraphs: string[]): { shown: string[]; rest: string[] } {
  const { shown, rest } = splitAt(paragraphs, SHOWN_LENGTH)
  return rest.join(' ').length < LEAST_FOLDED ? { shown: paragraphs, rest: [] } : { shown, rest }
}

/** Splits paragraphs after `most` characters: between two of them, else after a sentence, else after a word. */
function splitAt(paragraphs: string[], most: number, isFirst = true): { shown: string[]; rest: string[] } {
  const [paragraph, ...others] = paragraphs
  if (paragraph === undefined) return { shown: [], rest: [] }
  if (paragraph.length <= most) {
    const { shown, rest } = splitAt(others, Math.max(0, most - Math.max(paragraph.length, LINE)), false)
    return { shown: [paragraph, ...shown], rest }
  }
  const ends = [...paragraph.slice(0, most).matchAll(SENTENCE_END_PATTERN)].map(
    ({ index, 0: end }) => index + end.length,
  )
  const end = ends.at(-1) ?? (isFirst ? paragraph.lastIndexOf(' ', most) : 0)
  if (end <= 0) return { shown: [], rest: paragraphs }
  return { shown: [paragraph.slice(0, end).trim()], rest: [paragraph.slice(end).trim(), ...others] }
}

const MOST_FOR_SEARCH = 155

/** The beginning of a description in whole words, for search engines. */
export function summaryOf(markup: string) {
  const text = paragraphsOf(markup).join(' ')
  if (text.length <= MOST_FOR_SEARCH) return text
  return `${text.slice(0, MOST_FOR_SEARCH).replace(/\s+\S*$/, '')}…`
}
