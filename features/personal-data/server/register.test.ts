import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { personOfAccount } from '#server/shop/erasure/person.ts'
import { testDatabase } from '#server/testing/app.ts'
import { shopWithMarta } from '../testing/shop-with-marta.ts'
import { personalData } from './personal-data.ts'
import { allTables, heldTables } from './register.ts'

/** The columns of each table, as the database has them. */
async function columnsOfTables(db: Db) {
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' group by table_name order by table_name`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

test('every table of the database is in the register, and no other', async () => {
  const { db } = await testDatabase()
  expect(Object.keys(allTables()).sort()).toEqual([...(await columnsOfTables(db)).keys()])
})

test('every table that is not in the file of a person says why', () => {
  for (const table of Object.values(allTables())) if ('reason' in table) expect(table.reason).toMatch(/^[A-Z].{20,}\.$/)
})

test('the file has the rows of every table that holds some, with each column or the reason why it is left out', async () => {
  const { db, marta } = await shopWithMarta()
  const data = await personalData(db, (tx) => personOfAccount(tx, marta.user))
  const tables = await columnsOfTables(db)
  for (const { name, leftOut = {} } of heldTables()) {
    const [row] = data[name] ?? []
    expect(row, name).toBeDefined()
    const knownColumns = [...Object.keys(row ?? {}), ...Object.keys(leftOut)].map((column) => column.toLowerCase())
    // The field of this column has another name.
    const columns = tables.get(name)?.map((column) => (column === 'boot_id' ? 'processid' : column.replaceAll('_', '')))
    expect(knownColumns, name).toEqual(expect.arrayContaining(columns ?? []))
    for (const reason of Object.values(leftOut)) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  }
})

test('a table that refers to people or orders holds something, or is what the seller did, or figures', async () => {
  const { db } = await testDatabase()
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'orders'::regclass)`)
  const others = rows
    .map(({ name }) => name)
    .filter((name) => !heldTables().some((heldTable) => heldTable.name === name))
  expect(others.sort()).toEqual(['imports', 'product_trace'])
})
