// A line to PostgreSQL that can be cut or slowed down at a statement. It reads what the shop sends message by message
// (chapter 54 of PostgreSQL's manual): a byte that says which, four bytes of length, the rest.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { toCents } from '#contract/money.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'

/**
 * The next such statement, SQL or the name of a prepared one, ends its connection: `before` the database hears of it, or
 * `after` it has done it.
 */
type Cut = { statement: 'commit' | 'move_attempt' | 'captured_sale'; when: 'before' | 'after' }

type Proxy = {
  /** The database by way of the proxy. */
  url: string
  /** Orders one cut. Answers when it has been made. */
  cut(cut: Cut): Promise<void>
  /** From now on each statement of new and open connections takes that long before the database hears of it. */
  delay(ms: number): void
  /** From now on new connections lead to that database. */
  lead(databaseUrl: string): void
  /** Ends the connections that are open. */
  cutAll(): void
  /** From now on the connections that are open carry nothing any more, and neither side is told. New ones work. */
  swallow(): void
}

/** A shop whose way to the database is a proxy. What `testCheckout` gives besides goes past it. */
export async function testFarShop() {
  const near = await testCheckout()
  const proxy = await startProxy(near.url)
  const db = openDatabase(proxy.url)
  const app = await buildApp({ ...near.shop, db })
  onTestFinished(async () => {
    await app.close()
    await db.$client.end()
  })
  const postFar = (url: string, payload: object, token = near.token) =>
    app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
  return {
    ...near,
    app,
    proxy,
    postFar,
    payFar: ({ _id, totalPrice }: { _id: string; totalPrice: number }, token?: string) => {
      const payment = { orderId: _id, price: toCents(totalPrice), sourceId: GOOD_CARD }
      return postFar('/api/orders/processSquare', payment, token)
    },
  }
}

type Order = Cut & { made(): void }

/** A proxy in front of the database of a socket, until the test ends. */
export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const folderOf = (url: string) => new URL(url.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  let folder = folderOf(databaseUrl)
  const settings: Settings = { delayMs: 0, order: undefined }
  const sockets = new Set<Socket>()
  const connections: { isSilent: boolean }[] = []
  const server = createServer((shop) => {
    const database = connect(`${folder}/.s.PGSQL.5432`)
    sockets.add(shop).add(database)
    const connection = { isSilent: false }
    connections.push(connection)
    join(shop, database, settings, connection)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: databaseUrl.replace(/@\/([^?]*)\?.*/, `@127.0.0.1:${port}/$1`),
    cut: (cut) =>
      new Promise((resolveOrder) => {
        settings.order = { ...cut, made: resolveOrder }
      }),
    delay(ms) {
      settings.delayMs = ms
    },
    lead(other) {
      folder = folderOf(other)
    },
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
    swallow() {
      for (const connection of connections) connection.isSilent = true
    },
  }
}

type Settings = { delayMs: number; order: Order | undefined }

function join(shop: Socket, database: Socket, settings: Settings, connection: { isSilent: boolean }) {
  const end = () => {
    if (connection.isSilent) return
    shop.destroy()
    database.destroy()
  }
  for (const socket of [shop, database]) socket.setNoDelay().on('error', end).on('close', end)
  let due: Order | undefined
  let sending = Promise.resolve()
  const obey = (order: Order) => {
    end()
    order.made()
  }
  const readChunk = messageReader((message) => {
    sending = sending.then(async () => {
      if (connection.isSilent) return
      const { order, delayMs } = settings
      if (isStatement(message)) await setTimeout(delayMs)
      if (order && textsOf(message).includes(order.statement)) {
        settings.order = undefined
        if (order.when === 'before') return obey(order)
        due = order
      }
      database.write(message)
    })
  })
  shop.on('data', readChunk)
  // Each of these is answered in one go, and with the first word of that it has taken effect.
  database.on('data', (bytes) => {
    if (due) obey(due)
    else if (!connection.isSilent) shop.write(bytes)
  })
}

/** Hands on whole messages. The first one, with which a connection begins, has no byte that says what it is. */
function messageReader(take: (message: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let header = 0
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      if (rest.length < header + 4) return
      const length = header + rest.readUInt32BE(header)
      if (rest.length < length) return
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
      header = 1
    }
  }
}

const QUERY = 'Q'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)
const BIND = 'B'.charCodeAt(0)

const isStatement = (message: Buffer) => message[0] === QUERY || message[0] === PARSE

/**
 * What a message runs: the SQL of the simple protocol, or the name of the statement that the extended protocol binds, which
 * follows the name of the portal.
 */
function textsOf(message: Buffer) {
  if (message[0] !== QUERY && message[0] !== BIND) return []
  return message.toString('utf8', 5).split('\0').slice(0, 2)
}
