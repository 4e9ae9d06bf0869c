// The first entry of a backup: what made it, and what has to be in it.

import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { operatorError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { appliedMigrations, type TableShape } from '#server/platform/db/tables.ts'
import { VERSION } from '#server/platform/lib/version.ts'
import { notBackedUp } from '#server/shop/database/not-backed-up.ts'
import { countShop, ShopCounts } from '#server/shop/database/shop-counts.ts'
import { BACKED_UP_SECRETS } from '#server/shop/secrets/secrets.ts'
import { damageError } from './damage.ts'

/** The name of the entry. */
export const HEAD = 'backup.json'
/** Raised when an older version of Boutique could not read the archive. */
const FORMAT = 1
/**
 * Tables of the shop that a backup leaves out: what belongs to one database, what triggers write with the products, and
 * totals, which are computed again.
 */
const NOT_BACKED_UP = [
  ...['sessions', 'mailed_tokens', 'admin_links'],
  ...['product_words', 'cached_totals', 'past_changes'],
]

const count = z.int().min(0)

/** Sums over all orders, in cents. */
export const Sums = z.object({ paidOrders: count, paid: count, captured: count, refunded: count })
export type Sums = z.infer<typeof Sums>

export const Head = z.object({
  backup: z.literal('boutique'),
  format: z.literal(FORMAT),
  release: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  holds: ShopCounts,
  rows: z.record(z.string().regex(/^[a-z0-9_]{1,63}$/), count),
  sums: Sums,
})
export type Head = z.infer<typeof Head>

/** SQL condition on a table: the rows that a backup holds. Of the secrets those without which buyers lose their orders. */
export const rowsBackedUp = (table: string) =>
  table === 'secrets' ? sql`name in ${[...BACKED_UP_SECRETS]}` : sql`true`

/** The tables that a backup holds, in the order in which they are restored. */
export const backedUp = (tables: TableShape[]) =>
  tables.filter(({ name }) => ![...NOT_BACKED_UP, ...notBackedUp].includes(name))

/** The head of a backup of the database as it is now. */
export const headOf = async (tx: Db, tables: TableShape[], now: Date): Promise<Head> => ({
  backup: 'boutique',
  format: FORMAT,
  release: VERSION,
  madeAt: now.toISOString(),
  migrations: await appliedMigrations(tx),
  holds: await countShop(tx),
  rows: await rowCounts(tx, tables),
  sums: await sumsOf(tx),
})

/** Reads the first entry. Throws a sentence when it is damaged, of no backup, or of one that a later version made. */
export function readHead({ name, bytes }: { name: string; bytes: Buffer }): Head {
  const json: unknown = name === HEAD ? parseJson(bytes.toString()) : undefined
  const { data } = Head.safeParse(json)
  if (data) return data
  if (z.object({ format: z.int().gt(FORMAT) }).safeParse(json).success)
    throw operatorError(
      'backup_version_differs',
      'A later version of the shop made this backup: restore it with that version.',
    )
  if (name === HEAD && bytes.toString().startsWith(BEGINNING)) throw damageError('its head cannot be read')
  throw operatorError('backup_not_found', 'This file is no backup of a shop.')
}

/** How the head of every backup begins, also of one whose rest is damaged. */
const BEGINNING = '{\n  "backup": "boutique"'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number of rows of each table that a backup holds. */
async function rowCounts(tx: Db, tables: TableShape[]): Promise<Record<string, number>> {
  const each = tables.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as count from ${sql.identifier(name)}
      where ${rowsBackedUp(name)}`,
  )
  const { rows } = await tx.execute<{ name: string; count: number }>(sql.join(each, sql` union all `))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Sums of what was sold, over columns that every version of the tables has. */
export async function sumsOf(tx: Db): Promise<Sums> {
  const { rows } = await tx.execute<Sums>(sql`
    select (select count(*)::int from orders where state = 'paid') as "paidOrders",
      (select coalesce(sum(total_cents), 0)::float8 from orders where state = 'paid') as paid,
      (select coalesce(sum(amount_cents), 0)::float8 from payment_attempts where state = 'captured') as captured,
      (select coalesce(sum(cents), 0)::float8 from refunds where state <> 'failed') as refunded`)
  return onlyRow(rows)
}
