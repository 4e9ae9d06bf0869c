import type { PageBlock, PageInline } from '#contract/text-pages.ts'

/** The page whose headings are questions. */
const QUESTIONS = 'faq'

type Section = { question: PageBlock; answer: PageBlock[] }

/**
 * The blocks before the first question, and each question with its answer. Questions are the headings of the lowest
 * level; only the page of questions has any.
 */
export function sectionsOf(slug: string, blocks: PageBlock[]): { lead: PageBlock[]; sections: Section[] } {
  const level = blocks.some(({ type }) => type === 'h3') ? 'h3' : 'h2'
  const starts = slug === QUESTIONS ? blocks.flatMap(({ type }, at) => (type === level ? [at] : [])) : []
  const sections = starts.flatMap((start, index) => {
    const [question, ...answer] = blocks.slice(start, starts[index + 1])
    return question ? [{ question, answer }] : []
  })
  return { lead: blocks.slice(0, starts[0] ?? blocks.length), sections }
}

const MOST_DESCRIBED = 160

/** The first paragraph as plain text, in whole words, for search engines. */
export function descriptionOf(blocks: PageBlock[]): string {
  const first = blocks.find(({ type }) => type === 'p')
  const text = first && 'children' in first ? (first.children as PageInline[]).map(textOf).join('') : ''
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= MOST_DESCRIBED ? line : `${line.slice(0, MOST_DESCRIBED).replace(/\s\S*$/, '')}…`
}

const textOf = (one: PageInline): string => (one.type === 'text' ? one.text : one.children.map(textOf).join(''))
