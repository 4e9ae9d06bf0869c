// A listing: a product as a file of another shop describes it, before the shop's own rules are applied to it.
import { CHOICES_MAX } from '#contract/admin/choices.ts'
import type { ProductCosts } from '#contract/admin/costs.ts'
import { CUSTOMS_NAME_MAX } from '#contract/admin/products.ts'
import { PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { parseCents } from '#contract/amounts.ts'
import type { Focus, MakeDays } from '#contract/products.ts'
import type { Question } from '#contract/questions.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'

type ListedChoice = {
  values: string[]
  /** In cents; null when the file has none. */
  price: number | null
  /** What it cost before, in cents. */
  wasPrice?: number | undefined
  qty: number
  sku: string
  /** The address of one of the photos. */
  photo?: string | undefined
  makeDays?: MakeDays | undefined
}

/** An address on the internet, or the name of a file that comes with the listing. */
type ListedPhoto = { url: string; alt: string; focus?: Focus | undefined }

/** The texts about a product that files have in a column or a field of their own. */
export const FACTS = [
  ...(['color', 'materials', 'size', 'weight', 'care', 'edition'] as const),
  ...(['hsCode', 'customsName', 'originCountry'] as const),
]
export type ListedFacts = Partial<Record<(typeof FACTS)[number], string>>

export type Listing = {
  /** What the source calls it by: its id, its name in addresses, or else its title. */
  key: string
  /** The first and the last of its lines in the file. */
  line: number
  lastLine: number
  name: string
  /** HTML. */
  description: string
  /** In cents; null when the file has none that can be read. */
  price: number | null
  /** What it cost before, in cents. */
  wasPrice?: number | undefined
  qty: number
  sku: string
  /** The name of the category at the source; empty when it has none. */
  category: string
  /** Words that may say in which category it belongs. */
  tags: string[]
  facts: ListedFacts
  grams?: number | undefined
  slug?: string | undefined
  draft: boolean
  featured: boolean
  oneOfAKind: boolean
  makeDays?: MakeDays | undefined
  asks?: Question[] | undefined
  costs?: ProductCosts | undefined
  axes?: string[] | undefined
  choices?: ListedChoice[] | undefined
  photos: ListedPhoto[]
  /** Names of collections. */
  collections: string[]
  /** Notes for the seller about this listing. */
  notes: string[]
  /** Why it cannot become a product, whatever else is corrected. */
  problem?: string | undefined
}

/** Lines of a file that are no product, and why. */
export type Unreadable = { line: number; lastLine: number; problem: string }

/** The plainest listing, with nothing in it. */
export const emptyListing = (line: number, lastLine: number): Listing => ({
  ...{ key: '', line, lastLine, name: '', description: '', price: null, qty: 0, sku: '', category: '' },
  ...{ tags: [], facts: {}, draft: false, featured: false, oneOfAKind: false },
  ...{ photos: [], collections: [], notes: [] },
})

/** Text without what the database cannot store or a line cannot show, and without spaces around it. */
export const tidyLine = (text: string) => tidyText(text).replaceAll(/\s+/g, ' ')

/** As `tidyLine`, for a text of several lines. */
export const tidyText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** The most photos of a product. */
export const MOST_PHOTOS = 50
const LONGEST = { name: 200, description: 20_000, sku: 60, materials: 200, color: 60, size: 120, weight: 60 } as const
const LONGEST_FACT = {
  ...LONGEST,
  care: 300,
  edition: 60,
  hsCode: 10,
  customsName: CUSTOMS_NAME_MAX,
  originCountry: 2,
} as const
const FIELD_NAMES = { ...PRODUCT_FIELD_NAMES, ...PARCEL_FIELD_NAMES }

/** The listing within the limits of a product: longer texts are shortened, with a note for each. */
export function withinLimits(listing: Listing): Listing {
  const notes = [...listing.notes]
  const shortText = (field: keyof typeof LONGEST_FACT, text: string) => {
    const most = LONGEST_FACT[field]
    if (text.length <= most) return text
    notes.push(IMPORT_NOTES.shortened(FIELD_NAMES[field], most))
    return text.slice(0, most).toWellFormed().trim()
  }
  const photos = listing.photos.slice(0, MOST_PHOTOS)
  if (photos.length < listing.photos.length) notes.push(IMPORT_NOTES.photosLeftOut(listing.photos.length, MOST_PHOTOS))
  const facts = Object.fromEntries(
    Object.entries(listing.facts).map(([field, text]) => [
      field,
      shortText(field as keyof ListedFacts, tidyLine(text)),
    ]),
  )
  return {
    ...listing,
    key: tidyLine(listing.key).slice(0, 300).toWellFormed(),
    name: shortText('name', tidyLine(listing.name)),
    description: shortText('description', tidyText(listing.description)),
    sku: shortText('sku', tidyLine(listing.sku)),
    category: tidyLine(listing.category).slice(0, 200).toWellFormed(),
    choices: listing.choices?.map((choice) => ({ ...choice, sku: tidyLine(choice.sku).slice(0, 60).toWellFormed() })),
    facts,
    photos: photos.map((photo) => ({ ...photo, alt: tidyLine(photo.alt).slice(0, 300).toWellFormed() })),
    // Notes repeat a part of the file.
    notes: notes.map((note) => note.slice(0, 500).toWellFormed()),
    problem: problemOf(listing),
  }
}

function problemOf({ name, problem, choices }: Listing) {
  if (problem) return problem
  if (!tidyLine(name)) return IMPORT_PROBLEMS.noName
  if (choices && choices.length > CHOICES_MAX) return IMPORT_PROBLEMS.tooManyChoices(choices.length, CHOICES_MAX)
  return undefined
}

/** A price in cents, as shops write it; null for `variable` and everything else that is none. */
export const priceOf = (text: string) => parseCents(text.trim().replace(/(?:USD|US\$)$/i, ''))

/** As `priceOf`, of a price before: undefined for none, and for a zero that stands for none. */
export const wasPriceOf = (text: string) => priceOf(text) || undefined

/** A stock as files have it, with a note when there is none. */
export function stockOf(text: string): { qty: number; note?: string } {
  const plain = text
    .trim()
    .replace(/^(-?\d+)\.0+$/, '$1')
    .replaceAll(/,(?=\d{3}\b)/g, '')
  if (plain === '') return { qty: 0, note: IMPORT_NOTES.noStock }
  if (/^-\d{1,9}$/.test(plain)) return { qty: 0, note: IMPORT_NOTES.stockBelowZero }
  return /^\d{1,9}$/.test(plain)
    ? { qty: Number(plain) }
    : { qty: 0, note: IMPORT_NOTES.stockUnreadable(tidyLine(plain).slice(0, 40)) }
}

/** A number of units shared out evenly among some choices: the first ones get what is left over. */
export const sharedOut = (total: number, among: number): number[] =>
  Array.from({ length: among }, (_, at) => Math.floor(total / among) + (at < total % among ? 1 : 0))

/** The words of a list with commas, without empty ones and twins. */
export const listOf = (text: string, separator: string | RegExp = ','): string[] => [
  ...new Set(text.split(separator).map(tidyLine).filter(Boolean)),
]

/** Plain text as paragraphs. */
export const paragraphsOf = (text: string) =>
  tidyText(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('\n')

const GRAMS = { min: 1, max: 50_000 }

/** A weight in grams as a product can have it; undefined with a note when it cannot. */
export function gramsOf(grams: number, text: string): { grams?: number; note?: string } {
  const wholeGrams = Math.round(grams)
  if (!Number.isFinite(grams) || wholeGrams === 0) return {}
  return wholeGrams >= GRAMS.min && wholeGrams <= GRAMS.max
    ? { grams: wholeGrams }
    : { note: IMPORT_NOTES.weightLeftOut(tidyLine(text).slice(0, 40)) }
}
