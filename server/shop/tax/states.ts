import { sql } from 'drizzle-orm'
import type { TaxStates } from '#contract/admin/sales-tax.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import type { Db } from '#server/platform/db/client.ts'
import { stateTax, TAX_STATES_AS_OF, TAX_STATES_SOURCE } from './tax-states.ts'

type LoadedTable = { state: string; zips: number; loadedAt: string; table: string }

/** The states with what they charge, the tables of ZIP codes that the shop has, and the ZIP codes that these lack. */
export async function taxStates(db: Db): Promise<TaxStates> {
  const [loadedTables, unknownZips] = await Promise.all([tables(db), zipsToAdd(db)])
  const states = (Object.keys(TAX_STATES) as TaxState[]).map((state) => {
    const { hasTax, sourcing, shipping } = stateTax(state)
    const { zips, loadedAt, table } = loadedTables.get(state) ?? { zips: 0, loadedAt: null, table: null }
    return { state, hasTax, sourcing, shipping, zips, loadedAt, table }
  })
  return { asOf: TAX_STATES_AS_OF, source: TAX_STATES_SOURCE, states, unknownZips }
}

async function tables(db: Db) {
  const { rows } = await db.execute<LoadedTable>(sql`
    select state, count(*)::int as zips, to_char(max(loaded_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "loadedAt",
      (array_agg(source order by loaded_at desc))[1] as table
    from tax_rates group by state`)
  return new Map(rows.map((row) => [row.state, row]))
}

const MOST_ZIPS = 200

/** The ZIP codes of orders that paid their state's own rate, most orders first, and are in no table yet. */
async function zipsToAdd(db: Db) {
  const { rows } = await db.execute<TaxStates['unknownZips'][number]>(sql`
    select o.tax->>'state' as state, o.tax->>'zip' as zip, min(o.city) as city, count(*)::int as orders
    from orders o left join tax_rates t on (t.state, t.zip) = (o.tax->>'state', o.tax->>'zip')
    where o.tax ? 'isUnknownZip' and o.tax ? 'zip' and o.deleted_at is null and t.zip is null
    group by 1, 2 order by orders desc, state, zip limit ${MOST_ZIPS}::int`)
  return rows
}
