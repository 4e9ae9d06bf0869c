import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'

/** Columns that an order's way to its payment changes; `paid_at` changes once, and is indexed. */
const CHANGING_COLUMNS = ['state', 'current_attempt', 'touched_at']

test('no index of orders has a column that every step of a payment changes', async () => {
  const { db } = await testApp()
  const { rows } = await db.execute<{ index: string; column: string }>(sql`
    select depends.objid::regclass::text as index, a.attname as column
    from pg_index i
    join pg_depend depends on depends.classid = 'pg_class'::regclass and depends.objid = i.indexrelid
      and depends.refclassid = 'pg_class'::regclass and depends.refobjid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = depends.refobjsubid
    where i.indrelid = 'orders'::regclass`)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ column }) => CHANGING_COLUMNS.includes(column))).toEqual([])
})
