import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../testing/app.ts'
import { type Db, openDatabase, requireDirectConnection } from './client.ts'
import { commitWith } from './commit-with.ts'

test('a broken idle connection that was taken from the pool does not end the process', {
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

test('statements are prepared inside transactions only', async () => {
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

test('statements behind a begin that failed are refused', async () => {
  const { db } = await testDatabase()
  const isolationLevel = 'none of these' as 'serializable'
  const refused = db.transaction((tx) => tx.execute(sql`select 1`), { isolationLevel })
  await expect(refused).rejects.toThrow()
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

/** PgBouncer as it answers a parameter that it was not told of; PostgreSQL's manual, "Message Formats". */
const REFUSAL = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0')

/** The address of a pooler before that database: one that `refuses` settings of a connection, or one that drops them. */
async function pooler(url: string, { refuses }: { refuses: boolean }) {
  const near = new URL(url.replace('@/', '@localhost/'))
  const server = createServer((shopper) => {
    shopper.once('data', (startup: Buffer) => {
      if (refuses) {
        const head = Buffer.from([69, 0, 0, 0, REFUSAL.length + 4])
        return shopper.end(Buffer.concat([head, REFUSAL]))
      }
      const database = connect(`${near.searchParams.get('host')}/.s.PGSQL.5432`)
      const named = Buffer.from(`user\0boutique\0database\0${near.pathname.slice(1)}\0\0`)
      const head = Buffer.from([0, 0, 0, named.length + 8, ...startup.subarray(4, 8)])
      database.write(Buffer.concat([head, named]))
      shopper.pipe(database).pipe(shopper)
      shopper.on('close', () => database.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://boutique@127.0.0.1:${(server.address() as AddressInfo).port}${near.pathname}`
}

test.for([{ refuses: true }, { refuses: false }])(
  'a pooler before the database is refused in a sentence: %j',
  async (kind) => {
    const { url } = await testDatabase()
    await requireDirectConnection(url)
    await expect(requireDirectConnection(await pooler(url, kind))).rejects.toThrow(
      /connection pooler \(such as PgBouncer\)/,
    )
  },
)
