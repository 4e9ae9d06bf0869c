import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { family, product, user } from '#server/testing/factories.ts'

/** A shop with the last one of a product, and `during`, which pays for it and acts while the payment is in progress. */
async function shopWithLastOne(make = (db: Db) => product(db, { name: 'Tide Pen', qty: 1 })) {
  const shop = await testCheckout()
  const { id, slug } = await make(shop.db)
  const during = async (act: () => Promise<unknown>, card?: string) => {
    const order = await shop.placed({ id })
    const { authorize } = shop.shop.gateway
    shop.shop.gateway.authorize = async (...request) => {
      await act()
      return authorize(...request)
    }
    const reply = await shop.pay(order, card ? { sourceId: card } : {})
    shop.shop.gateway.authorize = authorize
    return reply.statusCode
  }
  const state = async (key = id) => {
    const { qty, payingUntil } = (await shop.get(`/api/products/${key}`)).json()
    return { qty, isBeingPaid: payingUntil !== undefined }
  }
  return { ...shop, id, slug, during, state }
}

const DECLINED_CARD = 'cnon:card-nonce-declined'

test.for([
  ['bought', undefined, { qty: 0, isBeingPaid: false }],
  ['not bought', DECLINED_CARD, { qty: 1, isBeingPaid: false }],
] as const)(
  'while the last one is paid for the product says so, and afterwards that it is %s',
  async ([, card, after]) => {
    const { slug, during, state } = await shopWithLastOne()
    expect(await state()).toEqual({ qty: 1, isBeingPaid: false })
    await during(async () => {
      for (const key of [undefined, slug]) expect(await state(key)).toEqual({ qty: 0, isBeingPaid: true })
    }, card)
    expect(await state()).toEqual(after)
  },
)

test('a choice that is being paid for says so, and its product does not', async () => {
  let parent = ''
  const { during, state } = await shopWithLastOne(async (db) => {
    const { id, choices } = await family(db, { name: 'Cup' }, [{ choice: ['Small'], qty: 1 }, { choice: ['Large'] }])
    parent = id
    return choices[0] as (typeof choices)[number]
  })
  await during(async () => {
    expect(await state()).toEqual({ qty: 0, isBeingPaid: true })
    expect(await state(parent)).toEqual({ qty: 5, isBeingPaid: false })
  })
  expect(await state()).toEqual({ qty: 0, isBeingPaid: false })
})

test('a payment takes two minutes at most', async () => {
  const { get, id, during } = await shopWithLastOne()
  await during(async () => {
    const { payingUntil } = (await get(`/api/products/${id}`)).json()
    const msLeft = Date.parse(payingUntil) - Date.now()
    expect(msLeft).toBeGreaterThan(60_000)
    expect(msLeft).toBeLessThanOrEqual(120_000)
  })
})

test('while others are left, and in lists, nothing is said about payments', async () => {
  const { db, get, id, during, state } = await shopWithLastOne()
  await during(async () => {
    for (const path of ['/api/products', '/api/products?keyword=tide', '/api/products/newest'])
      expect((await get(path)).body).not.toContain('payingUntil')
  }, DECLINED_CARD)
  await db.update(products).set({ qty: 2 }).where(eq(products.id, id))
  await during(async () => expect(await state()).toEqual({ qty: 1, isBeingPaid: false }), DECLINED_CARD)
  await db.update(products).set({ qty: 1 }).where(eq(products.id, id))
})

const SENTENCE =
  'Someone is paying for Tide Pen right now. That takes two minutes at most, unless the card service is slow. If the payment falls through, it is for sale again.'

test('an order of the last one, which another shopper is paying for, is refused in words; once it is bought, too', async () => {
  const { db, id, place, during } = await shopWithLastOne()
  const { token } = await user(db)
  await during(async () => {
    const reply = await place({ id }, {}, token)
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { code: 'items_being_paid', message: SENTENCE, items: ['Tide Pen'] },
    ])
  })
  expect((await place({ id }, {}, token)).json()).toMatchObject({
    code: 'items_gone',
    message: 'Tide Pen is no longer available, and has been removed.',
  })
})

test('an order that also has items which are gone names those', async () => {
  const { db, id, place, during } = await shopWithLastOne()
  const { token } = await user(db)
  const soldOut = await product(db, { name: 'Wave Pen', qty: 0 })
  await during(async () => {
    const reply = await place([{ id }, { id: soldOut.id }], {}, token)
    expect(reply.json()).toMatchObject({ code: 'items_gone', items: ['Wave Pen'] })
  })
})
