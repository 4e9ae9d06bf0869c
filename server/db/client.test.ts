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
