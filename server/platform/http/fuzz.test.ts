import '#app/testing/program.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openOwnShop } from '#features/own-shop/server/own-shop.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product, session, user } from '#server/testing/factories.ts'
import { type Document, type Request, requestsOf } from '#server/testing/requests.ts'
import { testSimulator } from '#server/testing/test-simulator.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'

/** The violation of the API description by a response; undefined when there is none. */
function judgeBy(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'api')
  return ({ path, method }: Request, status: number, type: string, body: string): string | undefined => {
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
    const key = [String(status), `${Math.floor(status / 100)}XX`].find((one) => responses[one])
    if (!key) return 'a status that is not described'
    const kind = Object.keys(responses[key]?.content ?? {}).find((one) => type.startsWith(one))
    // A response without a description of its own must match the general error.
    const at = kind
      ? [key, kind]
      : responses['4XX']?.content?.[type.split(';')[0] ?? '']
        ? ['4XX', type.split(';')[0]]
        : undefined
    if (!at) return `a type that is not described: ${type}`
    const parts = ['paths', path, method.toLowerCase(), 'responses', at[0], 'content', at[1], 'schema']
    const pointer = parts.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.getSchema(`api#/${pointer.join('/')}`)
    if (!validate) return 'no schema'
    return validate(type.startsWith('text/') ? body : JSON.parse(body)) ? undefined : ajv.errorsText(validate.errors)
  }
}

test('random requests made from the API description get a response that it describes, and never a 500', {
  tags: ['X13'],
}, async ({ task }) => {
  // The setup of payments asks Square, which answers.
  const { baseUrl } = await testSimulator()
  const dataDir = await mkdtemp(join(tmpdir(), 'boutique-fuzz-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const environment = { DATA_DIR: dataDir, SQUARE_BASE_URL: baseUrl }
  const shop = await testCheckout({ connections: { dataDir, environment, restart: undefined } })
  const { db, app, get } = shop
  const productRows = await Promise.all([product(db), product(db, { qty: 0 }), product(db, { draft: true })])
  const { code } = await coupon(db, { amountCents: 100_000 })
  const owner = await admin(db)
  const other = await user(db)
  // In a shop that is not the owner's own yet, a request could clear the customers of the next ones.
  await openOwnShop(db)
  const orders: string[] = []
  for (const fields of [{}, { code }, {}]) orders.push((await shop.placed(productRows[0], fields))._id)
  const knownValues = {
    id: [...productRows.map(({ id }) => id), ...orders, shop.buyer.id, 'profile'],
    product: productRows.map(({ id }) => id),
    order: orders,
    _id: orders,
    orderId: orders,
    code: (await db.select().from(coupons)).map((one) => one.code),
    category: ['pens', 'cups'],
    sourceId: ['cnon:card-nonce-ok', 'cnon:card-nonce-declined'],
    state: ['CO'],
    postalCode: ['80202'],
    email: [shop.buyer.email, 'new@shopper.example'],
    price: [5, 878],
  }
  const document = (await get('/api/openapi.json')).json<Document>()
  const judge = judgeBy(document)
  const statuses = new Map<number, number>()
  const count = runs(500, 20_000)
  const requests = fc.asyncProperty(
    requestsOf(document, knownValues, [shop.buyer.id, shop.buyer.id, other.user.id, owner.user.id]),
    async (request) => {
      const { method, url, body, by } = request
      const reply = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          // A new session for each request, because a request may end its session.
          ...(by ? { authorization: `Bearer ${await session(db, by)}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
      const description = `${reply.statusCode} ${reply.body.slice(0, 300)}`
      expect(reply.statusCode, description).toBeLessThan(500)
      expect(
        judge(request, reply.statusCode, String(reply.headers['content-type']), reply.body),
        description,
      ).toBeUndefined()
    },
  )
  // The short form sends the same requests each time; the long form looks for new ones.
  await fc.assert(requests, { numRuns: count, ...(isLong ? {} : { seed: 1 }) })
  // The test would prove nothing if the shop refused all requests.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 20)
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`)
  figure(task, `${count} requests, 0 faults, 0 answers outside the description (${counts.join(', ')})`)
})
