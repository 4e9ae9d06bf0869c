import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin/products.ts'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { adminIn } from '#server/testing/products.ts'

const TWO = {
  axes: ['Size'],
  choices: [
    { values: ['Small'], price: 5, qty: 4 },
    { values: ['Large'], price: 9, qty: 1 },
  ],
}

/** A shop with a mug, 4 in stock, whose buyer pays; `refunded` takes an order back with what it sold. */
async function shopWithMug() {
  const shop = await testCheckout()
  const { db, app, post, placed, pay } = shop
  const seller = await adminIn(shop)
  const { id } = await product(db, { name: 'Mug', qty: 4 })
  const edit = async (change: object): Promise<AdminProduct> => {
    const reply = await seller.edit(id, change)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const buy = async (choiceId: string, qty = 1) => {
    const order = await placed({ id: choiceId, pieces: qty })
    expect((await pay(order)).statusCode).toBe(200)
    return order._id as string
  }
  const refundOrder = async (order: string) => {
    expect((await post(`/api/orders/${order}/refund`, { restock: true }, seller.token)).statusCode).toBe(200)
    for (const refund of await db.select().from(refunds))
      await finishRefund({ db, gateway: shop.shop.gateway, log: app.log, actor: 'worker' }, refund.id)
  }
  const stock = async () => {
    const { qty, choices } = await seller.read(id)
    return choices?.map((one) => one.qty) ?? qty
  }
  return { ...shop, seller, id, edit, bought: buy, refunded: refundOrder, stock }
}

test('a choice is bought by itself, and its siblings stay', async () => {
  const { edit, bought, stock, order, seller, id } = await shopWithMug()
  const [small, large] = (await edit(TWO)).choices ?? []
  const number = await bought(large?._id ?? '')
  expect(await stock()).toEqual([4, 0])
  expect((await order(number)).orderItems).toMatchObject([
    { product: large?._id, name: 'Mug, Large', price: 9, qty: 1 },
  ])
  expect((await seller.logs(id))[0]).toMatch(/^Large: Sold 1 in order \d+$/)
  await edit({ name: 'Cup', choices: [{ ...small, qtyLoaded: small?.qty }] })
  expect((await order(number)).orderItems).toMatchObject([{ name: 'Mug, Large' }])
})

test('pieces that were sold before there were choices come back to the first choice', async () => {
  const { edit, bought, refunded, stock, id } = await shopWithMug()
  const order = await bought(id, 3)
  await edit({ ...TWO, qtyLoaded: 4 })
  expect(await stock()).toEqual([1, 1])
  await refunded(order)
  expect(await stock()).toEqual([4, 1])
})

test('pieces of a choice come back to the product that it has become', async () => {
  const { edit, bought, refunded, stock } = await shopWithMug()
  const [small] = (await edit(TWO)).choices ?? []
  const order = await bought(small?._id ?? '', 2)
  await edit({ axes: [], choices: [{ ...small, qtyLoaded: small?.qty }] })
  expect(await stock()).toBe(2)
  await refunded(order)
  expect(await stock()).toBe(4)
})

test.for([
  ['a product does not turn into choices', false],
  ['a choice does not turn into the product', true],
] as const)('while somebody pays for it, %s', async ([, hasChoices]) => {
  const { shop, edit, seller, id, placed, pay, stock } = await shopWithMug()
  const [small] = hasChoices ? ((await edit(TWO)).choices ?? []) : []
  const change = small ? { axes: [], choices: [{ ...small, qtyLoaded: small.qty }] } : TWO
  const order = await placed({ id: small?._id ?? id })
  const { authorize } = shop.gateway
  const meanwhile: object[] = []
  shop.gateway.authorize = async (...request) => {
    meanwhile.push((await seller.edit(id, change)).json())
    return authorize(...request)
  }
  await pay(order, { sourceId: 'cnon:card-nonce-declined' })
  expect(meanwhile).toMatchObject([{ code: 'product_refused', message: expect.stringContaining('is paying for this') }])
  expect(await stock()).toEqual(hasChoices ? [4, 1] : 4)
  await edit(change)
})
