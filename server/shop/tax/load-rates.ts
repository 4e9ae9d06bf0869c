import type { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import type { ZipTableAccount } from '#contract/admin/sales-tax.ts'
import type { TaxState } from '#contract/admin/tax-plan.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { taxRates } from '#server/shop/schema/tax.ts'
import { ZIP_TABLE } from './texts.ts'
import { readZipTable, type ZipRate, type ZipTable } from './zip-table.ts'

/** The lock under which the tax rates of a state are replaced. */
const TAX_RATES_LOCK = 7_272_714

/** How many rows an answer names; it counts the others. */
const MOST_NOTES = 100

type TableFile = { state: TaxState; name: string; file: Readable }

/** What loading the file would change. Throws table_refused as `readZipTable` does. */
export async function checkRates(db: Db, { state, file }: TableFile): Promise<ZipTableAccount> {
  const table = await readZipTable(file, state)
  return accountOf(state, table, await ratesBefore(db, state))
}

/**
 * Replaces the rates of a state by those of the file, in one transaction. Throws table_refused when a row cannot be read,
 * with the account, and as `readZipTable` does.
 */
export async function loadRates(db: Db, { state, name, file }: TableFile): Promise<ZipTableAccount> {
  const table = await readZipTable(file, state)
  return db.transaction(async (tx) => {
    await holdLock(tx, TAX_RATES_LOCK, state)
    const account = accountOf(state, table, await ratesBefore(tx, state))
    if (table.broken.length > 0)
      throw new AppError('table_refused', ZIP_TABLE.refused(table.broken.length), { account })
    await tx.delete(taxRates).where(eq(taxRates.state, state))
    await insertRates(tx, [...table.rates.values()], { state, source: name || ZIP_TABLE.unnamed })
    return { ...account, isLoaded: true }
  })
}

/** Sets the rate of a ZIP code. The next file of its state replaces it. */
export async function setRate(db: Db, state: TaxState, zip: string, ppm: number) {
  const values = { ppm, parts: null, risk: null, source: ZIP_TABLE.byHand, loadedAt: sql`now()` }
  await db
    .insert(taxRates)
    .values({ state, zip, ...values })
    .onConflictDoUpdate({ target: [taxRates.state, taxRates.zip], set: values })
}

async function ratesBefore(db: Db, state: TaxState) {
  const rows = await db.select({ zip: taxRates.zip, ppm: taxRates.ppm }).from(taxRates).where(eq(taxRates.state, state))
  return new Map(rows.map(({ zip, ppm }) => [zip, ppm]))
}

function accountOf(state: TaxState, { rates, broken, odd }: ZipTable, before: Map<string, number>): ZipTableAccount {
  const zips = [...rates.values()]
  return {
    state,
    rows: rates.size,
    added: zips.filter(({ zip }) => !before.has(zip)).length,
    changed: zips.filter(({ zip, ppm }) => before.has(zip) && before.get(zip) !== ppm).length,
    removed: [...before.keys()].filter((zip) => !rates.has(zip)).length,
    broken: broken.slice(0, MOST_NOTES),
    brokenRows: broken.length,
    odd: odd.slice(0, MOST_NOTES),
    oddRows: odd.length,
    isLoaded: false,
  }
}

const insertRates = (tx: Db, rates: ZipRate[], { state, source }: { state: TaxState; source: string }) =>
  tx.execute(sql`
    insert into ${taxRates} (state, zip, ppm, parts, place, risk, source)
    select ${state}, row.*, ${source}
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as row (zip text, ppm int, parts jsonb, place text, risk text)`)
