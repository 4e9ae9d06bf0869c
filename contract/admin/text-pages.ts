import { z } from 'zod'
import { isPrintableText, oneLine, timestamp } from '../codecs.ts'
import { TEXT_FIELDS } from '../messages.ts'
import { PagePlace } from '../shop-info.ts'
import { PageBlock } from '../text-pages.ts'
import { PAGE_FIELDS } from './messages.ts'

/** The pages that have a starting text, by slug. Shops that sell to the European Union need the last two. */
export const STARTING_SLUGS = [
  'about',
  'shipping',
  'returns',
  'care',
  'faq',
  'privacy',
  'terms',
  'imprint',
  'withdrawal',
] as const
export type StartingSlug = (typeof STARTING_SLUGS)[number]

export const TITLE_MAX = 60
export const BODY_MAX = 20_000
const MOST_LINES = 500
/** Spaces, list marks and quote marks at the start of a line: how deep it is nested. */
const START_PATTERN = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s))*/
const MOST_START = 40
/** Marks that a Markdown parser compares with each other, so that many of them take it long. */
const MARK_PATTERN = /[*_[\]<&\\`]/g
const MOST_MARKS = 2_000
/** Emphasis marks in a row, which take it longest. */
const LONG_MARK_PATTERN = /\*{60}|_{60}/

/** What keeps a body from being saved, as a sentence. It bounds the time that parsing takes. */
export function bodyProblem(body: string): string | undefined {
  if (body.length > BODY_MAX) return PAGE_FIELDS.bodyTooLong(body.length, BODY_MAX)
  if (!isPrintableText(body)) return TEXT_FIELDS.unprintable
  const lines = body.split('\n')
  if (lines.length > MOST_LINES) return PAGE_FIELDS.tooManyLines(MOST_LINES)
  if ((body.match(MARK_PATTERN)?.length ?? 0) > MOST_MARKS) return PAGE_FIELDS.tooManyMarks(MOST_MARKS)
  const deep = lines.findIndex((line) => (START_PATTERN.exec(line)?.[0].length ?? 0) > MOST_START)
  if (deep >= 0) return PAGE_FIELDS.tooDeep(deep + 1)
  const marked = lines.findIndex((line) => LONG_MARK_PATTERN.test(line))
  return marked >= 0 ? PAGE_FIELDS.marksInARow(marked + 1) : undefined
}

/** Text in square brackets that is no link and no photo: `[how many days]`. A backslash before it makes it plain text. */
const GAP_PATTERN = /(?<![\\!])\[\s*[^\s[\]][^[\]\n]{0,200}\](?!\()/g

/** The gaps that a Markdown text leaves to fill, in their order. */
export const gapsIn = (body: string): string[] => body.match(GAP_PATTERN) ?? []

/** The parts of a text; every second one is a gap. */
export const splitAtGaps = (text: string) => text.split(new RegExp(`(${GAP_PATTERN.source})`))

/** The title of a page. */
export const PageTitle = oneLine
  .trim()
  .min(1, PAGE_FIELDS.enterTitle)
  .max(TITLE_MAX, PAGE_FIELDS.titleTooLong(TITLE_MAX))
/** A text in Markdown, as the editor of text pages writes it. */
export const PageBody = z
  .string()
  .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
  .superRefine((text, { addIssue }) => {
    const message = bodyProblem(text)
    if (message) addIssue({ code: 'custom', message })
  })

const slug = z.string().min(1).max(100)

/** A page's end of its address. */
export const PageKey = z.object({ slug })

/** `draft`: visitors cannot read it. `changed`: visitors read an earlier text than this. */
export const PageState = z.enum(['draft', 'live', 'changed'])
export type PageState = z.infer<typeof PageState>

/** A page as admins edit it: its draft. */
export const AdminTextPage = z
  .object({
    slug,
    title: z.string(),
    body: z.string().describe('Markdown'),
    place: PagePlace,
    state: PageState,
    updatedAt: timestamp,
    version: z.string().describe('Changes with every edit of title or body'),
  })
  .meta({ id: 'AdminTextPage' })
export type AdminTextPage = z.infer<typeof AdminTextPage>

/** All pages, in their order. */
export const AdminTextPages = z.array(AdminTextPage).meta({ id: 'AdminTextPages' })

/** A new page: one with a starting text, or an empty one with this title. */
export const NewTextPage = z
  .union([z.strictObject({ slug: z.enum(STARTING_SLUGS) }), z.strictObject({ title: PageTitle })])
  .meta({ id: 'NewTextPage' })
export type NewTextPage = z.infer<typeof NewTextPage>

const version = z.string().max(100).describe('The version that was loaded: refused if someone else has saved since')

/** An edit of a page's draft, and of its place; omitted fields stay the same. */
export const TextPageUpdate = z
  .object({ title: PageTitle, body: PageBody, place: PagePlace, version })
  .partial()
  .meta({ id: 'TextPageUpdate' })
export type TextPageUpdate = z.infer<typeof TextPageUpdate>

/** The text to publish, which becomes the draft, too. */
export const TextPageText = z
  .object({ title: PageTitle, body: PageBody, version: version.optional() })
  .meta({ id: 'TextPageText' })
export type TextPageText = z.infer<typeof TextPageText>

/** The slugs of all pages, in the order that they are to have. */
export const TextPageOrder = z.object({ order: z.array(slug).max(500) })
export type TextPageOrder = z.infer<typeof TextPageOrder>

/** A text to show as its page would. */
export const TextPageDraft = z.object({ slug, body: PageBody })
export type TextPageDraft = z.infer<typeof TextPageDraft>

/** A text as its page shows it. */
export const TextPagePreview = z
  .object({
    blocks: z.array(PageBlock),
    leftOut: z.array(z.string()).describe('Addresses of links and photos that the page cannot show'),
  })
  .meta({ id: 'TextPagePreview' })
export type TextPagePreview = z.infer<typeof TextPagePreview>
