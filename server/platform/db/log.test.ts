import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { users } from '#server/shop/schema/users.ts'
import { testDatabase } from '#server/testing/app.ts'
import { product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import type { Db } from './client.ts'

const CANARY = 'canary-of-a-person'
const address = (name: string) => `${CANARY}-${name}@shopper.example`

/** Everything that the test cluster has in its log, whichever file it is in. */
async function clusterLog() {
  const sockets = new URL(inject('clusterUrl').replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  const folder = join(sockets, '../logs')
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

/** Statements that PostgreSQL would tell of: slow ones, and each kind of failure that names a value. */
const STATEMENTS: [what: string, run: (db: Db) => Promise<unknown>][] = [
  ['a slow one', (db) => db.execute(sql`select pg_sleep(0.7), ${CANARY}::text as slow_statement`)],
  ['a value that is there', (db) => user(db, { email: address('known') })],
  ['a value that is too long', (db) => db.execute(sql`select ${CANARY}::text::numeric(2) as too_long`)],
  ['a value of another type', (db) => db.execute(sql`select ${CANARY}::uuid as no_uuid`)],
  ['a row that breaks a check', (db) => product(db, { name: CANARY, priceCents: -1 })],
  [
    'a row that belongs to nobody',
    (db) =>
      db.execute(sql`insert into sessions (token_hash, user_id)
    values (${CANARY}, '00000000-0000-4000-8000-000000000000')`),
  ],
  ['a fault that says it itself', (db) => db.execute(sql.raw(`do $$ begin raise exception '${CANARY}'; end $$`))],
]

test('the database’s own log has no value of a statement or a row', { tags: ['O11'] }, async ({ task }) => {
  const { db } = await testDatabase()
  await user(db, { email: address('known') })
  const outcomes = await Promise.allSettled(STATEMENTS.map(([, run]) => run(db)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', ...Array(STATEMENTS.length - 1).fill('rejected')])
  expect(await db.$count(users, eq(users.email, address('known')))).toBe(1)
  // It is written by a process of its own, a moment later.
  await expect.poll(clusterLog).toContain('slow_statement')
  expect((await clusterLog()).split('\n').filter((line) => line.includes(CANARY))).toEqual([])
  figure(task, `${STATEMENTS.length} statements that the log would tell of, 0 values in it`)
})
