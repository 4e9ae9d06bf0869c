// Moving in: files of products, past orders and reviews from other shops, from their check to what they become.
import { z } from 'zod'
import { CategoryName } from '#contract/admin/categories.ts'
import { PastDay, pastMoney } from '#contract/admin/history.ts'
import { ProductUpdate } from '#contract/admin/products.ts'
import { id, timestamp } from '#contract/codecs.ts'
import { BULK_MAX, keyword, pageNumber, paging } from '#contract/lists.ts'

/** The shops whose files are known. */
export const IMPORT_FORMATS = ['etsy', 'shopify', 'square', 'woocommerce', 'boutique'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** What the rows of a file become: products, or the past of another shop, which is kept beside this one's. */
export const IMPORT_KINDS = ['products', 'orders', 'reviews'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** The largest file of products, in bytes. */
export const IMPORT_MAX_BYTES = 250 * 2 ** 20

/**
 * `reading`: its file is being read. `ready`: checked, and nothing is created yet. `running`: its products are being
 * created. `stopped`: it was stopped on the way. `undone`: its products were taken away again.
 */
const ImportState = z.enum(['reading', 'ready', 'running', 'stopped', 'done', 'undone'])
export type ImportState = z.infer<typeof ImportState>

/**
 * What becomes of a row. `exists`: the shop has this product. `repeated`: an earlier row of the file is the same.
 * `broken`: it cannot become a product as it is.
 */
const ImportOutcome = z.enum(['create', 'exists', 'repeated', 'broken'])
export type ImportOutcome = z.infer<typeof ImportOutcome>

/**
 * How far a row is: `created`, `updated` and `failed` once the import has run, `undone` when it was taken back, `kept` when
 * an update could not be, because its product was changed or sold since.
 */
const RowState = z.enum(['waiting', 'created', 'updated', 'failed', 'undone', 'kept'])
export type RowState = z.infer<typeof RowState>

const count = z.int().min(0)

/** An import with its counts of rows: products, orders or reviews, by its kind. */
export const Import = z
  .object({
    _id: id,
    name: z.string().describe('The name of the file'),
    format: z.enum(IMPORT_FORMATS),
    kind: z.enum(IMPORT_KINDS),
    state: ImportState,
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    total: count.describe('The products, orders or reviews in the file'),
    outcomes: z
      .object({ create: count, exists: count, repeated: count, broken: count })
      .describe('How many rows become what'),
    chosen: count.describe('The rows that the import takes over, or updates products of'),
    updatable: count.describe('The rows that would change a product of the shop'),
    updating: count.describe('The chosen rows that update a product'),
    restockable: count.describe('The rows that would change the stock of a product of the shop'),
    restocking: count.describe('The chosen rows that set the stock of a product'),
    created: count,
    updated: count,
    failed: count,
    kept: count,
    missingPhotos: count.describe('The photos of its products that could not be fetched'),
    waitingPhotos: count.describe('The rows whose photos are being fetched again'),
    ignored: z.array(z.string()).describe('Columns of the file that are not taken over'),
    categories: count.describe('The categories that the chosen rows go into'),
    newCategories: z.array(z.string()).describe('The categories that the import adds to the shop'),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof Import>

export const Imports = z.array(Import)

/** What an update of a product would change. */
const ImportChange = z
  .object({
    what: z.string().describe('The field, or the choice'),
    from: z.string(),
    to: z.string(),
    isStock: z.boolean().describe('Made only when the row sets the stock'),
  })
  .meta({ id: 'ImportChange' })
export type ImportChange = z.infer<typeof ImportChange>

/** A row of an import: a product, an order or a review as the file has it, with what the seller corrected. */
export const ImportRow = z
  .object({
    _id: z.string().describe('Its number in the import'),
    line: z.int().describe('Its first line in the file'),
    name: z.string().describe('Of an order its number, of a review the number of its order'),
    sku: z.string(),
    price: pastMoney
      .nullable()
      .describe('The lowest price of its choices, or the total of an order; null when the file has none'),
    qty: count.describe('Its stock, or that of all its choices'),
    category: z.string(),
    day: z.iso.date().nullable().describe('Of an order or a review; null when the file has none that can be read'),
    about: z.string().describe('What an order or a review is, until it is kept'),
    choices: count,
    photos: count,
    outcome: ImportOutcome,
    included: z.boolean().describe('Whether the import takes it over, or updates its product'),
    updates: z.boolean().describe('Whether it updates the product that it is, instead of becoming another one'),
    setsStock: z.boolean().describe('Whether an update sets the stock, too'),
    changes: z.array(ImportChange).nullable().describe('What an update changes; null when it cannot update a product'),
    missingPhotos: count,
    state: RowState,
    notes: z.array(z.string()).describe('What the seller should know about it'),
    problem: z.string().nullable().describe('Why it cannot be taken over, or was not'),
    product: z
      .object({ _id: id, name: z.string() })
      .nullable()
      .describe('The product that it is or became, or that a review is about'),
  })
  .meta({ id: 'ImportRow' })
export type ImportRow = z.infer<typeof ImportRow>

const SORTED_BY = ['number', 'name', 'sku', 'price', 'qty', 'category', 'outcome'] as const
type SortedBy = (typeof SORTED_BY)[number]

export const ImportRows = z.array(ImportRow)

/** Which rows of an import a page shows. */
export const ImportRowQuery = z.object({
  sort: z.enum([...SORTED_BY, ...SORTED_BY.map((word) => `-${word}` as `-${SortedBy}`)]).default('number'),
  show: z.enum(['create', 'exists', 'repeated', 'broken', 'changed', 'noted', 'failed', 'photos', 'kept']).optional(),
  keyword,
  pageNumber,
})
export type ImportRowQuery = z.infer<typeof ImportRowQuery>

export const ImportRowPage = z.object({ rows: z.array(ImportRow), ...paging }).meta({ id: 'ImportRowPage' })
export type ImportRowPage = z.infer<typeof ImportRowPage>

/** A correction of rows before they are taken over; of an order or a review its day alone. */
export const ImportRowsChange = z.object({
  ids: z
    .array(z.string().regex(/^\d{1,9}$/))
    .min(1)
    .max(BULK_MAX),
  change: z.object({
    name: ProductUpdate.shape.name,
    isShortened: z.literal(true).optional().describe('Whether names end before their first comma, bar or dash'),
    price: ProductUpdate.shape.price.describe('Of all its choices'),
    qty: ProductUpdate.shape.qty.describe('Shared out evenly among its choices'),
    category: CategoryName.shape.name.optional().describe('A category that the shop lacks is added to it'),
    day: PastDay.optional(),
    included: z.boolean().optional(),
    updates: z.boolean().optional(),
    setsStock: z.boolean().optional(),
  }),
})
export type ImportRowsChange = z.infer<typeof ImportRowsChange>

/** What an import does with products that the shop has. */
export const ImportUpdates = z.object({
  updates: z.boolean().describe('Whether all that would change are updated'),
  setsStock: z
    .boolean()
    .describe('Whether their stock is set, too, but not raised where pieces were sold or are being paid for'),
})
export type ImportUpdates = z.infer<typeof ImportUpdates>

export const ImportKey = z.object({ id })
export const ImportFile = z.object({ name: z.string().max(300).default('') })

/** How an import starts. */
export const ImportStart = z.object({ asDrafts: z.boolean().describe('Whether shoppers do not see its products yet') })
export type ImportStart = z.infer<typeof ImportStart>
