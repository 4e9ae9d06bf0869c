import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import { isForRight, methodOf, SAMPLES, wantedStatus } from '#app/testing/access-matrix.ts'
import { KEY_RIGHTS } from '#contract/api-keys.ts'
import type { Call } from '#contract/calls/define-calls.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'
import { apiKeys } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, apiKey, product, user } from '#server/testing/factories.ts'
import { shopWithAssistants } from '../testing/assistants.ts'
import { MCP } from './texts.ts'
import { toolOf } from './tools.ts'

const json = ({ text }: { text: string }) => JSON.parse(text)

test('an assistant lists its tools, reads, previews a change and carries it out', async () => {
  const { db, connect, get } = await shopWithAssistants()
  const pen = await product(db, { name: 'Walnut pen' })
  const { client, tools, call, preview } = await connect(['write_catalog'])
  expect(client.getServerVersion()).toMatchObject({ version: '1' })
  expect(client.getInstructions()).toBe(MCP.instructions)
  const listed = await tools()
  expect(listed.find(({ name }) => name === 'getProduct')).toMatchObject({
    description: expect.any(String),
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    annotations: { readOnlyHint: true },
  })
  expect(json(await call('getProduct', { id: pen.id }))).toMatchObject({ name: 'Walnut pen', productTrace: [] })

  const args = { id: pen.id, body: { name: 'Oak pen', price: 12.5 } }
  const { confirm, ...shown } = await preview('updateProduct', args)
  expect(shown).toEqual({
    next: MCP.next,
    wouldDo: 'Change a product',
    about: ['Walnut pen'],
    changes: [
      { field: 'name', from: 'Walnut pen', to: 'Oak pen' },
      { field: 'price', from: pen.priceCents / 100, to: 12.5 },
    ],
  })
  expect((await get(`/api/products/${pen.id}`)).json()).toMatchObject({ name: 'Walnut pen' })
  expect(json(await call('updateProduct', { ...args, confirm }))).toMatchObject({ name: 'Oak pen' })
  expect((await get(`/api/products/${pen.id}`)).json()).toMatchObject({ name: 'Oak pen', price: 12.5 })
})

test('the preview of a change to several records says it of each by its name', async () => {
  const { db, connect } = await shopWithAssistants()
  const pens = [await product(db, { name: 'Oak pen' }), await product(db, { name: 'Ash pen' })]
  const { preview, call } = await connect(['write_catalog'])
  const ids = pens.map(({ id }) => id)
  expect(await preview('updateProducts', { body: { ids, change: { category: 'cups' } } })).toMatchObject({
    about: ['Oak pen', 'Ash pen'],
    changes: [
      { record: 'Oak pen', field: 'category', from: 'pens', to: 'cups' },
      { record: 'Ash pen', field: 'category', from: 'pens', to: 'cups' },
    ],
  })
  const many = Array.from({ length: 21 }, () => ids[0])
  expect(await call('updateProducts', { body: { ids: many, change: { category: 'cups' } } })).toEqual({
    isError: true,
    text: MCP.tooManyRecords(20),
  })
})

/** A shop with a product, and an assistant with the token of a preview that renames it. */
async function previewedRename() {
  const shop = await shopWithAssistants()
  const pen = await product(shop.db, { name: 'Walnut pen' })
  const mine = await shop.connect(['write_catalog'])
  const args = { id: pen.id, body: { name: 'Oak pen' } }
  const { confirm } = await mine.preview('updateProduct', args)
  const nameNow = async () => (await shop.get(`/api/products/${pen.id}`)).json().name
  return { ...shop, pen, mine, args, confirm: confirm as string, nameNow }
}

type Rename = Awaited<ReturnType<typeof previewedRename>>

test.for<[string, string, (shop: Rename) => Promise<{ isError: boolean; text: string }>]>([
  [
    'with other arguments',
    MCP.confirmWrong,
    ({ mine, args, confirm }) => mine.call('updateProduct', { ...args, body: { name: 'Gold pen' }, confirm }),
  ],
  [
    'with one argument more',
    MCP.confirmWrong,
    ({ mine, args, confirm }) => mine.call('updateProduct', { ...args, body: { ...args.body, price: 1 }, confirm }),
  ],
  [
    'for another record that is alike',
    MCP.confirmWrong,
    async ({ db, mine, args, confirm }) => {
      const { id } = await product(db, { name: 'Walnut pen' })
      return mine.call('updateProduct', { ...args, id, confirm })
    },
  ],
  [
    'by another tool',
    MCP.confirmWrong,
    ({ mine, args, confirm }) => mine.call('copyProduct', { id: args.id, confirm }),
  ],
  [
    'by another key of the same account',
    MCP.confirmWrong,
    async ({ connect, args, confirm }) =>
      (await connect(['write_catalog'])).call('updateProduct', { ...args, confirm }),
  ],
  [
    'by the key of another account',
    MCP.confirmWrong,
    async ({ db, connect, args, confirm }) =>
      (await connect(['write_catalog'], await admin(db, { isApi: true }))).call('updateProduct', { ...args, confirm }),
  ],
  [
    'after the record has changed',
    MCP.confirmWrong,
    async ({ put, owner, pen, mine, args, confirm }) => {
      await put(`/api/products/${pen.id}`, { name: 'Elm pen' }, owner.token)
      return mine.call('updateProduct', { ...args, confirm })
    },
  ],
  [
    'after five minutes',
    MCP.confirmOld,
    ({ mine, args, confirm }) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
      onTestFinished(() => void vi.useRealTimers())
      return mine.call('updateProduct', { ...args, confirm })
    },
  ],
  [
    'with a later end than was signed',
    MCP.confirmWrong,
    ({ mine, args, confirm }) =>
      mine.call('updateProduct', { ...args, confirm: confirm.replace(/^\d+/, (until) => String(Number(until) + 1)) }),
  ],
  ['when it is empty', MCP.confirmWrong, ({ mine, args }) => mine.call('updateProduct', { ...args, confirm: '' })],
  ['when it is no text', MCP.confirmWrong, ({ mine, args }) => mine.call('updateProduct', { ...args, confirm: {} })],
])('a token is refused %s', async ([, sentence, act]) => {
  const shop = await previewedRename()
  expect(await act(shop)).toEqual({ isError: true, text: sentence })
  expect(await shop.nameNow()).not.toMatch(/Oak|Gold/)
})

test('a token is good once, also when it is used many times at once', async () => {
  const { mine, args, confirm, nameNow, put, pen, owner } = await previewedRename()
  const answers = await Promise.all(Array.from({ length: 8 }, () => mine.call('updateProduct', { ...args, confirm })))
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
  expect(await nameNow()).toBe('Oak pen')
  await put(`/api/products/${pen.id}`, { name: 'Walnut pen' }, owner.token)
  expect(await mine.call('updateProduct', { ...args, confirm })).toEqual({ isError: true, text: MCP.confirmUsed })
  expect(await nameNow()).toBe('Walnut pen')
})

test('a program may write the arguments in another order', async () => {
  const { mine, args, confirm } = await previewedRename()
  const { id, body } = args
  expect(await mine.call('updateProduct', { confirm, body, id })).toMatchObject({ isError: false })
})

const TOOLS = Object.entries<Call>(CALLS).flatMap(([name, call]) => {
  const tool = toolOf(methodOf(name), name.split(' ')[1] ?? '', call)
  return tool ? [{ ...tool, call: name as keyof typeof CALLS }] : []
})

test.for(KEY_RIGHTS)('an admin’s key with the right %s has the tools of that right alone', async (right) => {
  const { connect } = await shopWithAssistants()
  const { tools, call } = await connect([right])
  const names = (await tools()).map(({ name }) => name)
  // Public calls are tools of those who read their part.
  const isPublic = (name: keyof typeof CALLS) => CALLS[name].access === 'anyone'
  const PUBLIC_PARTS = { read_catalog: 'catalog', write_catalog: 'catalog', orders: 'orders', money: 'money' }
  const allowed = TOOLS.filter(({ call: name }) =>
    isPublic(name) ? CALLS[name].part === PUBLIC_PARTS[right] : isForRight(right, name),
  )
  expect(names.toSorted()).toEqual(allowed.map(({ name }) => name).toSorted())
  for (const { name } of TOOLS.filter((tool) => !names.includes(tool.name)))
    expect(await call(name, {})).toEqual({ isError: true, text: MCP.unknownTool(name) })
})

test('no tool deletes, moves money, or is about people, settings, roles, passwords and backups', () => {
  const never =
    /^DELETE|deleted|refund$|pay$|paid$|processSquare|complete$|manual$|\/api\/(users|customers|personal-data|settings|review-settings|setup|backups|passkeys|invitations|letters|push-devices|admin\/audit-log|admin\/search|exports|payment-reminders)\b/
  expect(TOOLS.filter(({ call }) => never.test(call)).map(({ call }) => call)).toEqual([])
  const changes = TOOLS.filter(({ isRead }) => !isRead)
  expect(changes.length).toBeGreaterThan(30)
  expect(changes.filter(({ call }) => !/^(admin|packer)$/.test(CALLS[call].access))).toEqual([])
})

/** The arguments of a tool that make this request. */
function argumentsOf(path: string, { url, body }: { url: string; body?: unknown }) {
  const { pathname, searchParams } = new URL(url, 'http://shop.test')
  const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const query: Record<string, unknown> = Object.fromEntries(searchParams)
  return { ...pattern.exec(pathname)?.groups, ...query, ...(body === undefined ? {} : { body }) }
}

test('every tool answers as its call does, and one that changes something with a preview first', async () => {
  const shop = await shopWithAssistants()
  const { call, key } = await shop.connect()
  const wrong: unknown[] = []
  for (const tool of TOOLS) {
    const sample = SAMPLES.find(({ name }) => name === tool.call)
    if (!sample) continue
    const { method, url, body } = await sample.sampleOf(shop, shop.owner)
    const args = argumentsOf(tool.path, { url, ...(CALLS[tool.call].body && { body }) })
    if (tool.isRead) {
      const payload = body ? { payload: body } : {}
      const wanted = await shop.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...payload })
      const { text, isError } = await call(tool.name, args)
      if (isError || text !== wanted.body) wrong.push({ name: tool.name, args, text, wanted: wanted.body })
    } else {
      const shown = await call(tool.name, args)
      const answer = shown.isError ? shown : await call(tool.name, { ...args, confirm: json(shown).confirm })
      const isRefused = wantedStatus(tool.call, 'admin', 'key') >= 400
      if (answer.isError !== isRefused) wrong.push({ name: tool.name, args, answer })
    }
  }
  expect(wrong).toEqual([])
})

test('a key of a shopper has the tools of a shopper, and reads its own orders alone', async () => {
  const { db, connect, owner, place } = await shopWithAssistants()
  const { _id: id } = (await place(await product(db))).json()
  const { tools, call } = await connect(undefined, await user(db, { isApi: true }))
  const names = (await tools()).map(({ name }) => name)
  expect(names).toContain('listMyOrders')
  expect(names.filter((name) => TOOLS.find((tool) => tool.name === name)?.isRead === false)).toEqual([])
  expect(await call('getOrder', { id })).toMatchObject({ isError: true })
  expect(json(await (await connect(['orders'], owner)).call('getOrder', { id }))).toMatchObject({ _id: id })
})

test('a key with all rights records no payment by a tool that ships', async () => {
  const { db, connect, place, order } = await shopWithAssistants()
  const { _id: id } = (await place(await product(db))).json()
  const { preview, call } = await connect()
  const args = { id, body: { paidBy: 'cash' } }
  const { confirm } = await preview('shipOrder', args)
  expect(await call('shipOrder', { ...args, confirm })).toMatchObject({ isError: true })
  expect(await order(id)).toMatchObject({ isPaid: false, isDelivered: false })
})

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'

test.for<[string, Record<string, unknown>, string | RegExp]>([
  ['getProduct', {}, MCP.wrongArgument('id')],
  ['getProduct', { id: '' }, MCP.wrongArgument('id')],
  ['getProduct', { id: '..' }, MCP.wrongArgument('id')],
  ['getProduct', { id: '.' }, MCP.wrongArgument('id')],
  ['getProduct', { id: 'export' }, MCP.wrongArgument('id')],
  ['getProduct', { id: '../orders' }, 'This product was not found.'],
  ['getProduct', { id: `${UNKNOWN_ID}?view=admin` }, 'This product was not found.'],
  ['getProduct', { id: [UNKNOWN_ID] }, MCP.wrongArgument('id')],
  ['getProduct', { id: UNKNOWN_ID }, 'This product was not found.'],
  ['getProduct', { id: UNKNOWN_ID, confirm: 'x' }, MCP.unknownArguments(['confirm'])],
  ['getPage', { slug: '..' }, MCP.wrongArgument('slug')],
  ['getPage', { slug: '' }, MCP.wrongArgument('slug')],
  ['getPage', { slug: '%2e%2e' }, /./],
  ['listProducts', { pageNumber: 'x' }, /page number/],
  ['listProducts', { url: 'http://other.example' }, MCP.unknownArguments(['url'])],
  ['updateProduct', { id: UNKNOWN_ID, body: { name: 'Pen' } }, 'This product was not found.'],
  ['updateProduct', { id: UNKNOWN_ID, body: { price: -1 } }, /price/],
  ['updateProduct', { id: UNKNOWN_ID, body: 'name' }, /body/],
  ['updateProduct', { id: UNKNOWN_ID, name: 'Pen' }, MCP.unknownArguments(['name'])],
  ['refundOrder', { id: UNKNOWN_ID, body: {} }, MCP.unknownTool('refundOrder')],
  ['deleteProduct', { id: UNKNOWN_ID }, MCP.unknownTool('deleteProduct')],
  ['__proto__', {}, MCP.unknownTool('__proto__')],
])('%s with %j is refused in a sentence', async ([name, args, sentence]) => {
  const { connect } = await shopWithAssistants()
  const { isError, text } = await (await connect()).call(name, args)
  expect([isError, text]).toEqual([true, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
})

test('a long answer is cut, and says so', async () => {
  const { db, connect } = await shopWithAssistants()
  const pen = await product(db, { description: 'x'.repeat(100_000) })
  const { text } = await (await connect()).call('getProduct', { id: pen.id })
  expect(text.length).toBeLessThan(60_500)
  expect(text).toMatch(/… The answer has 10\d,\d{3} characters and is cut here/)
})

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const JSON_TYPE = { 'content-type': 'application/json' }

/** A shop with a key, and its answers to raw requests. */
async function rawShop(...options: Parameters<typeof testApp>) {
  const shop = await testApp(...options)
  const owner = await admin(shop.db, { isApi: true })
  const { key } = await apiKey(shop.db, owner)
  const send = (
    payload?: object | string,
    headers: Record<string, string> = {},
    method: 'POST' | 'GET' | 'DELETE' = 'POST',
  ) =>
    shop.app.inject({
      method,
      url: '/mcp',
      headers: { host: 'shop.test', authorization: `Bearer ${key}`, ...(payload ? JSON_TYPE : {}), ...headers },
      ...(payload ? { payload } : {}),
    })
  return { ...shop, owner, key, send }
}

test.for<[string, number, Record<string, string>]>([
  ['the shop itself', 200, {}],
  ['an own page', 200, { origin: 'http://shop.test' }],
  ['a page of another site', 403, { origin: 'http://evil.example' }],
  ['a sandboxed page', 403, { origin: 'null' }],
  ['a name that leads to this computer', 403, { host: 'evil.example' }],
  ['a name that begins as this computer does', 403, { host: 'localhost.evil.example' }],
  ['this computer', 200, { host: 'localhost:3000' }],
  ['nobody', 401, { authorization: '' }],
  ['an unknown key', 401, { authorization: `Bearer boutique_${'A'.repeat(43)}` }],
  ['a key as user name', 401, { authorization: 'Basic Ym91dGlxdWU6eA==' }],
])('a request of %s is answered with %i', async ([, status, headers]) => {
  const { send } = await rawShop()
  const answer = await send(LIST, headers)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer realm="shop"' : undefined)
})

test('a session is no key', async () => {
  const { owner, send } = await rawShop()
  expect((await send(LIST, { authorization: `Bearer ${owner.token}` })).statusCode).toBe(401)
})

test('a shop without a key that works has nothing there', async () => {
  const { db, send, key } = await rawShop()
  await db.update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` })
  for (const authorization of ['', `Bearer ${key}`]) expect((await send(LIST, { authorization })).statusCode).toBe(404)
})

test.for<[string, object | string, number]>([
  ['several messages at once', [LIST, { ...LIST, id: 2 }], 400],
  ['no message', {}, 400],
  ['another version of JSON-RPC', { ...LIST, jsonrpc: '1.0' }, 400],
  ['broken JSON', '{', 400],
  ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"x":1}}', 400],
  ['an unknown method', { ...LIST, method: 'tools/delete' }, 200],
  ['too much', { ...LIST, params: { text: 'x'.repeat(70_000) } }, 413],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
])('%s gets a clear answer', async ([, payload, status]) => {
  const { send } = await rawShop()
  expect((await send(payload)).statusCode).toBe(status)
})

test('there are no streams and no sessions to end', async () => {
  const { send } = await rawShop()
  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await send(undefined, {}, method)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
  }
})

test('an account makes 300 calls in five minutes, and answers say how many are left', async () => {
  const { send } = await rawShop({ rateLimits: true })
  const first = await send(LIST)
  expect(first.headers.ratelimit).toMatch(/^"mcp per account";r=299;t=\d+, "mcp per address";r=599;t=\d+$/)
  for (let round = 2; round <= 300; round++) await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect((await send(LIST)).statusCode).toBe(429)
})

test('reads by tools wait in the line of their network, as those of a program do', async () => {
  const { db, url, send } = await rawShop()
  const outside = openDatabase(url, 1)
  const { promise: isOver, resolve: unlock } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: reportLock } = Promise.withResolvers<void>()
  onTestFinished(async () => {
    unlock()
    await outside.$client.end()
  })
  const lock = outside.transaction(async (tx) => {
    await tx.execute(sql`lock table orders in access exclusive mode`)
    reportLock()
    await isOver
  })
  await isLocked
  const params = { name: 'listOrders', arguments: {} }
  const calls = Array.from({ length: 80 }, () => send({ ...LIST, method: 'tools/call', params }))
  const refusal = await Promise.race(calls)
  expect(refusal.json().result).toEqual({ isError: true, content: [{ type: 'text', text: REQUESTS.busy }] })
  expect(await db.$count(apiKeys)).toBe(1)
  unlock()
  await lock
  expect((await Promise.all(calls)).some((answer) => !answer.json().result.isError)).toBe(true)
})

test('the log and the audit log name the key of a tool’s call', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { db, connect, endpoint, app, get, owner } = await shopWithAssistants({}, { logLevel: 'info', logTo })
  await (await connect(['orders'])).call('listOrders')
  const calls = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg, apiKey: named }) => msg === 'request completed' && named)
  expect(calls.at(-1)).toMatchObject({ apiKey: { name: 'Stock list' } })
  expect(lines.some((line) => line.includes('/api/orders'))).toBe(true)
  await fetch(endpoint, { method: 'POST', headers: { authorization: `Bearer boutique_${'A'.repeat(43)}` } })
  await app.saveAuditEvents()
  const { events } = (await get('/api/admin/audit-log', owner.token)).json()
  expect(events).toMatchObject([{ kind: 'refused', call: 'POST /mcp' }])
  expect(await db.$count(apiKeys)).toBe(1)
})
