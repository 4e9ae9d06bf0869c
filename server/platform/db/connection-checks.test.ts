import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#server/testing/app.ts'
import { requireDirectConnection, requirePooledConnection } from './connection-checks.ts'

/** The start of the message with which PostgreSQL names its process, which poolers make up. */
const PROCESS = Buffer.from('K\0\0\0\f')

/** PgBouncer as it answers a parameter that it was not told of; PostgreSQL's manual, "Message Formats". */
const REFUSAL = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0')

type Kind = 'refuses settings' | 'drops settings' | 'keeps settings'

/** The address of a pooler of that kind before that database. */
async function pooler(url: string, kind: Kind) {
  const near = new URL(url.replace('@/', '@localhost/'))
  const server = createServer((shopper) => {
    shopper.once('data', (startup: Buffer) => {
      if (kind === 'refuses settings') {
        const head = Buffer.from([69, 0, 0, 0, REFUSAL.length + 4])
        return shopper.end(Buffer.concat([head, REFUSAL]))
      }
      const database = connect(`${near.searchParams.get('host')}/.s.PGSQL.5432`)
      const startParameters = Buffer.from(`user\0boutique\0database\0${near.pathname.slice(1)}\0\0`)
      const head = Buffer.from([0, 0, 0, startParameters.length + 8, ...startup.subarray(4, 8)])
      database.write(kind === 'drops settings' ? Buffer.concat([head, startParameters]) : startup)
      shopper.pipe(database)
      database.on('data', (bytes: Buffer) => {
        const at = bytes.indexOf(PROCESS)
        if (at >= 0) bytes.writeUInt32BE(1, at + PROCESS.length)
        shopper.write(bytes)
      })
      shopper.on('close', () => database.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://boutique@127.0.0.1:${(server.address() as AddressInfo).port}${near.pathname}`
}

test.for(['refuses settings', 'drops settings', 'keeps settings'] as const)(
  'a pooler that %s is refused in a sentence where the shop needs PostgreSQL itself',
  async (kind) => {
    const { url } = await testDatabase()
    await requireDirectConnection(url)
    await expect(requireDirectConnection(await pooler(url, kind))).rejects.toMatchObject({
      code: 'database_pooled',
      message: expect.stringMatching(/^DATABASE_URL leads to a connection pooler \(such as PgBouncer\)/),
    })
  },
)

/** The address of a program that is not PostgreSQL and hangs up. */
async function otherProgram(): Promise<string> {
  const server = createServer((socket) => socket.end('SSH-2.0\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://shop:secret@127.0.0.1:${(server.address() as AddressInfo).port}/shop`
}

test.for<[string, () => string | Promise<string>, string]>([
  ['a port of another program', otherProgram, 'Connection terminated unexpectedly'],
  ['a folder without a socket', () => 'postgres://shop:secret@/shop?host=/nowhere', 'connect ENOENT'],
  ['a password with a slash', () => 'postgres://shop:se/cret@127.0.0.1/shop', 'Invalid URL'],
  ['no certificate', () => 'postgres://shop:secret@127.0.0.1/shop?sslrootcert=/nowhere', 'ENOENT'],
])('a URL with %s is refused in a sentence, without the password', async ([, urlOf, reason]) => {
  const refusal = await requireDirectConnection(await urlOf()).catch((error) => error)
  expect(refusal).toMatchObject({
    code: 'database_unreachable',
    message: expect.stringContaining(`Cannot connect to the database of DATABASE_URL: ${reason}`),
  })
  expect(refusal.message).not.toMatch(/cret/)
})

test('a transaction pooler needs the settings of the shop, and the same database', async () => {
  const { db, url } = await testDatabase()
  const poolerUrl = await pooler(url, 'keeps settings')
  const lacks = await requirePooledConnection(poolerUrl, url).catch((error) => error)
  expect(lacks).toMatchObject({ code: 'pooler_not_usable', message: expect.stringContaining('connect_query') })
  // What the sentence says to set, as `connect_query` would.
  const [, statements = ''] = /: (set .*)$/.exec(lacks.message) ?? []
  for (const statement of statements.split('; '))
    await db.execute(sql.raw(`alter database ${new URL(poolerUrl).pathname.slice(1)} ${statement}`))
  await requirePooledConnection(poolerUrl, url)
  const other = await testDatabase()
  await expect(requirePooledConnection(poolerUrl, other.url)).rejects.toMatchObject({ code: 'pooler_not_usable' })
})
