import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '#server/testing/app.ts'
import { statementOf } from '#server/testing/plans.ts'
import { type Db, openDatabase, patientDatabase } from './client.ts'
import { commitWith } from './commit-with.ts'
import { holdLock } from './locks.ts'

test('a broken idle connection that was taken from the pool does not end the process', {
  tags: ['D2'],
}, async () => {
  const { db } = await testDatabase()
  const connection = await db.$client.connect()
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  const connectionEnd = new Promise<void>((resolve) => connection.once('end', () => resolve()))
  await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
  await connectionEnd
  connection.release(true)
  expect((await db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('a patient connection has no limit of time for a statement, here or in PostgreSQL', async () => {
  const { db } = await testDatabase()
  const patient = patientDatabase(db)
  onTestFinished(() => patient.$client.end())
  const limitOf = async (one: Db) =>
    (await one.execute<{ statement_timeout: string }>(sql`show statement_timeout`)).rows[0]?.statement_timeout
  expect([await limitOf(db), await limitOf(patient)]).toEqual(['10s', '0'])
  expect(patient.$client.options).toMatchObject({ query_timeout: 0, max: 1 })
})

test('statements are prepared inside transactions only', async () => {
  const { db } = await testDatabase()
  const preparedStatements = sql`select statement from pg_prepared_statements where statement like '%as asked%'`
  const statements = await db.transaction(async (tx) => {
    await tx.execute(sql`select ${1}::int as asked`)
    await tx.execute(sql`select ${2}::int as asked`)
    return (await tx.execute<{ statement: string }>(preparedStatements)).rows
  })
  expect(statements).toContainEqual({ statement: 'select $1::int as asked' })
  await db.execute(sql`select ${3}::int as asked, 'outside'`)
  const { rows } = await db.execute<{ statement: string }>(preparedStatements)
  expect(rows.filter(({ statement }) => statement.includes('outside'))).toEqual([])
})

test('a pool that has prepared as many statements as it may leaves the next pool all of its own', async () => {
  const preparedBy = async (db: Db, count: number) =>
    db.transaction(async (tx) => {
      for (let of = 0; of < count; of++) await tx.execute(sql`select ${of}::int as ${sql.identifier(`column_${of}`)}`)
      const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int from pg_prepared_statements`)
      return rows[0]?.count
    })
  const [full, next] = [await testDatabase(), await testDatabase()]
  expect(await preparedBy(full.db, 501)).toBe(500)
  expect(await preparedBy(next.db, 1)).toBe(1)
})

test('nothing is prepared by name for a transaction pooler', async () => {
  const { url } = await testDatabase()
  const db = openDatabase(url, 1, { isPooled: true })
  onTestFinished(() => db.$client.end())
  await db.transaction(async (tx) => {
    await holdLock(tx, 1)
    await tx.execute(sql`select ${1}::int as asked`)
  })
  const { rows } = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
  expect(rows).toEqual([])
})

test('a transaction sends its begin and the statements of one turn in one packet, and nothing without statements', async () => {
  const { url } = await testDatabase()
  const db = openDatabase(url, 1)
  onTestFinished(() => db.$client.end())
  const client = await db.$client.connect()
  client.release()
  const { stream } = (client as Client).connection
  const packetsOf = async (work: (tx: Db) => Promise<unknown>) => {
    const cork = vi.spyOn(stream as Socket & { _writev(): void }, '_writev')
    const single = vi.spyOn(stream as Socket & { _write(): void }, '_write')
    await db.transaction(work)
    const packets = cork.mock.calls.length + single.mock.calls.length
    vi.restoreAllMocks()
    return packets
  }
  expect(await packetsOf(async () => {})).toBe(0)
  const one = (tx: Db) => tx.execute(sql`select ${1}::int as one`)
  expect(await packetsOf(one)).toBe(2)
  expect(await packetsOf((tx) => Promise.all([one(tx), one(tx), one(tx)]))).toBe(2)
})

test('every statement that is sent is published for measurements, and none of an empty transaction', async () => {
  const { db } = await testDatabase()
  await db.execute(sql`select 1`)
  const texts: unknown[] = []
  const note = (args: unknown) => void texts.push(statementOf(...(args as Parameters<typeof statementOf>)).text)
  subscribe('boutique.statements', note)
  onTestFinished(() => void unsubscribe('boutique.statements', note))
  await db.transaction(async () => {})
  await db.transaction(async (tx) => {
    await tx.execute(sql`select ${2}::int`)
  })
  await db.execute(sql`select 3`)
  expect(texts).toEqual(['begin', 'select $1::int', 'commit', 'select 3'])
})

test('statements behind a begin that failed are refused', async () => {
  const { db } = await testDatabase()
  const isolationLevel = 'none of these' as 'serializable'
  const refusal = db.transaction((tx) => tx.execute(sql`select 1`), { isolationLevel })
  await expect(refusal).rejects.toThrow()
})

test('statements sent with a COMMIT count together, or none of them when one fails', async () => {
  const { url } = await testDatabase()
  const db = openDatabase(url, 1)
  onTestFinished(() => db.$client.end())
  await db.execute(sql`create table words (word text unique)`)
  const write = (...words: string[]) =>
    db.transaction(async (tx) => {
      const insert = (word: string) => tx.execute(sql`insert into words values (${word})`)
      await insert('begun')
      await commitWith(tx, () => Promise.all(words.map((word) => insert(word).execute())))
    })
  await expect(write('oak', 'oak')).rejects.toThrow()
  expect(await db.execute(sql`select word from words`)).toMatchObject({ rows: [] })
  await write('oak', 'ash')
  expect(await db.execute(sql`select word from words`)).toMatchObject({
    rows: [{ word: 'begun' }, { word: 'oak' }, { word: 'ash' }],
  })
})
