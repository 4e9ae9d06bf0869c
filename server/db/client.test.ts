import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/app.ts'

test('a connection that breaks while nobody uses what was taken from the pool does not end the process', {
  tags: ['D2'],
}, async () => {
  const { db } = await testDatabase()
  const taken = await db.$client.connect()
  const { rows } = await taken.query<{ pid: number }>('select pg_backend_pid() as pid')
  const ended = new Promise<void>((resolve) => taken.once('end', () => resolve()))
  await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
  await ended
  taken.release(true)
  expect((await db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('what a transaction asks is prepared, what is asked outside of one is not', async () => {
  const { db } = await testDatabase()
  const prepared = sql`select statement from pg_prepared_statements where statement like '%as asked%'`
  const statements = await db.transaction(async (tx) => {
    await tx.execute(sql`select ${1}::int as asked`)
    await tx.execute(sql`select ${2}::int as asked`)
    return (await tx.execute<{ statement: string }>(prepared)).rows
  })
  expect(statements).toContainEqual({ statement: 'select $1::int as asked' })
  await db.execute(sql`select ${3}::int as asked, 'outside'`)
  const { rows } = await db.execute<{ statement: string }>(prepared)
  expect(rows.filter(({ statement }) => statement.includes('outside'))).toEqual([])
})
