import '#app/testing/program.ts'
import { expect, test } from 'vitest'
import { discount } from '#features/discounts/testing/factories.ts'
import { drop } from '#features/drops/testing/factories.ts'
import { letter } from '#features/letters/testing/factories.ts'
import { openOwnShop } from '#features/own-shop/server/own-shop.ts'
import { savePolicy } from '#features/returns/server/policy.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { webhookEndpoint } from '#features/webhooks/testing/factories.ts'
import { testApp } from '#server/testing/app.ts'
import {
  admin,
  category,
  collection,
  coupon,
  ENGRAVING,
  family,
  image,
  product,
  textPage,
  user,
} from '#server/testing/factories.ts'
import type { Document } from '#server/testing/requests.ts'

type Shop = Awaited<ReturnType<typeof testApp>>
type Make = (shop: Shop, token: string) => Promise<string | undefined>

const year = new Date().getFullYear() + 1
const NEXT_YEAR = { startsAt: new Date(`${year}-06-01T12:00Z`), endsAt: new Date(`${year}-06-09T12:00Z`) }

/** What GET answers and PUT takes, by path, and ways to make one that return its key. */
const RESOURCES: Record<string, Record<string, Make>> = {
  '/api/settings': { 'of a new shop': async () => undefined },
  '/api/look': { 'of a new shop': async () => undefined },
  '/api/review-settings': { 'of a new shop': async () => undefined },
  '/api/payment-reminders': { 'of a new shop': async () => undefined },
  '/api/feeds': { 'of a new shop': async () => undefined },
  '/api/letters/{id}': { 'not sent yet': async ({ db }) => (await letter(db)).id },
  '/api/webhook-endpoints/{id}': { on: async ({ db }) => (await webhookEndpoint(db)).id },
  '/api/own-shop': {
    'of a new shop': async () => undefined,
    'with the welcome open': async ({ db }) => void (await openOwnShop(db)),
  },
  '/api/products/{id}': {
    'for sale': async ({ db }) => (await product(db)).id,
    'made to order': async ({ db }) => (await product(db, { makeDaysMin: 2, makeDaysMax: 5, grams: 250 })).id,
    'sold, one of a kind': async ({ db }) => (await product(db, { qty: 0, oneOfAKind: true })).id,
    'with a question, a photo and a collection': async ({ db }) => {
      const { id } = await product(db, { asks: [ENGRAVING], description: '<p>Of <b>walnut</b>.</p>', hsCode: '960830' })
      await image(db, id)
      await collection(db, {}, [{ id }])
      return id
    },
    'with choices': async ({ db }) => (await family(db)).id,
    'just begun': async ({ db, post }, token) => {
      await category(db, 'pens')
      return (await post('/api/products', undefined, token)).json<{ _id: string }>()._id
    },
  },
  '/api/admin/discounts/{id}': { saved: async ({ db }) => (await discount(db)).id },
  '/api/admin/drops/{id}': {
    empty: async ({ db }) => (await drop(db)).id,
    'of two products': async ({ db }) => (await drop(db, { minutes: 5 }, [await product(db), await product(db)])).id,
    'that has started': async ({ db }) => (await drop(db, { startsAt: new Date(Date.now() - 60_000) })).id,
  },
  '/api/returns/policy': {
    'of a new shop': async () => undefined,
    saved: async ({ db }) => void (await savePolicy(db, { days: 30, exchanges: true, postage: 'seller' })),
  },
  '/api/sales/{id}': {
    'for all products': async ({ db }) => (await sale(db, NEXT_YEAR)).id,
    'at one price for a product': async ({ db }) =>
      (await sale(db, { ...NEXT_YEAR, priceCents: 700 }, [{ productId: (await product(db)).id }])).id,
  },
  '/api/admin/collections/{id}': {
    empty: async ({ db }) => (await collection(db)).id,
    'of two products': async ({ db }) => (await collection(db, {}, [await product(db), await product(db)])).id,
  },
  '/api/pages/{slug}': {
    published: async ({ db }) => (await textPage(db)).slug,
    unpublished: async ({ db }) => (await textPage(db, { publishedAt: null })).slug,
  },
  '/api/users/{id}': {
    'of a shopper': async ({ db }) => (await user(db)).user.id,
    'of a program': async ({ db }) => (await user(db, { isApi: true })).user.id,
    'of an admin': async ({ db }) => (await admin(db)).user.id,
  },
  '/api/coupons/{id}': {
    saved: async ({ db }) => (await coupon(db)).id,
    'with rules': async ({ db }) =>
      (
        await coupon(db, {
          ...{ amountCents: 0, percentBp: 1250, rule: { categories: ['pens'] }, notOnSale: true, minGoodsCents: 4000 },
          ...{ starts: '2026-05-01', maxUses: 3, perPerson: true },
        })
      ).id,
    'that has expired': async ({ db }) => (await coupon(db, { oneTime: true, expires: '2020-01-01' })).id,
  },
}

/** Paths whose PUT takes an order or an edit of some, or marks what has happened. */
const OTHERS = [
  '/api/products',
  '/api/categories',
  '/api/admin/collections',
  '/api/pages',
  '/api/imports/{id}/rows',
  '/api/orders/{id}/shipped',
]

test('these are all the paths with GET and PUT', async () => {
  const { get } = await testApp()
  const { paths } = (await get('/api/openapi.json')).json<Document>()
  const both = Object.keys(paths).filter((path) => paths[path]?.get && paths[path].put)
  expect(both.map((path) => path.replace(/\/$/, '')).sort()).toEqual([...Object.keys(RESOURCES), ...OTHERS].sort())
})

const cases = Object.entries(RESOURCES).flatMap(([path, examples]) =>
  Object.entries(examples).map(([kind, make]) => ({ path, kind, make })),
)

test.for(cases)('$path takes back what it answers about one $kind', async ({ path, make }) => {
  const shop = await testApp()
  const { token } = await admin(shop.db)
  const key = await make(shop, token)
  const url = path.replace(/\{\w+\}/, key ?? '')
  const before = (await shop.get(url, token)).json()
  const response = await shop.put(url, before, token)
  expect(response.statusCode, response.body).toBe(200)
  expect((await shop.get(url, token)).json()).toEqual(before)
})
