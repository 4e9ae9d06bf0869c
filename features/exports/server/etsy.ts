import { AXES_MAX } from '#contract/admin/choices.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Choice } from '#contract/products.ts'
import type { Cell } from '#server/platform/lib/csv.ts'
import { csvFormat, type ExportedProduct, photosOf, type Source, withEntities } from './exported-product.ts'

const MOST_PHOTOS = 10
const MOST_TAGS = 13
const PHOTOS = Array.from({ length: MOST_PHOTOS }, (_, at) => at)
const AXES = Array.from({ length: AXES_MAX }, (_, at) => at)

const HEADINGS = [
  ...['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY', 'TAGS', 'MATERIALS'],
  ...PHOTOS.map((at) => `IMAGE${at + 1}`),
  ...AXES.flatMap((at) => ['TYPE', 'NAME', 'VALUES'].map((part) => `VARIATION ${at + 1} ${part}`)),
  'SKU',
]

/** Etsy's listings as its shop manager exports them: those that shoppers see, a row each. */
export const etsy = csvFormat(() => HEADINGS, rowsOf, { hasDrafts: false })

function rowsOf(product: ExportedProduct, source: Source): Cell[][] {
  const { name, description, price, qty, categoryLabel, collectionNames, materials = '', axes = [] } = product
  const photos = photosOf(product, source)
  const values = axes.map((_, at) => [...new Set(product.choices?.map((choice) => valueAt(choice, at)))])
  return [
    [
      ...[withEntities(name), withEntities(plainText(description)), formatDecimal(price), 'USD', qty],
      [categoryLabel, ...collectionNames].map(asWord).slice(0, MOST_TAGS).join(','),
      withEntities(materials),
      ...PHOTOS.map((at) => photos[at] ?? ''),
      ...AXES.flatMap((at) =>
        axes[at]
          ? ['Custom Property', withEntities(axes[at]), withEntities((values[at] ?? []).join(','))]
          : ['', '', ''],
      ),
      product.choices ? skusOf(product.choices, values) : product.sku,
    ],
  ]
}

const valueAt = ({ values }: Choice, at: number) => asWord(values[at] ?? '')

/** A word of a list with commas. */
const asWord = (text: string) => text.replaceAll(',', ';')

/** The SKUs of all combinations in their order, unless one has none: a list with gaps says nothing of which is whose. */
function skusOf(choices: Choice[], values: string[][]): string {
  const combinations = values.reduce<string[][]>(
    (combinations, some) => combinations.flatMap((one) => some.map((value) => [...one, value])),
    [[]],
  )
  const key = (words: string[]) => words.join('\n')
  const skus = new Map(choices.map((choice) => [key(values.map((_, at) => valueAt(choice, at))), choice.sku]))
  const all = combinations.map((combination) => skus.get(key(combination)) ?? '')
  return all.every((sku) => sku && !sku.includes(',')) && new Set(all).size === all.length ? all.join(',') : ''
}

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>' }

/** A description without its markup: paragraphs with an empty line between, and lists as lines with a dash. */
const plainText = (markup: string) =>
  markup
    .replaceAll(/(?:(?<!\s)\s+)?<\/?(p|ul)>\s*/g, '\n\n')
    .replaceAll(/<br ?\/?>\n?/g, '\n')
    .replaceAll(/(?:(?<!\s)\s+)?<li>\s*/g, '\n- ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(quot|amp|lt|gt);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
