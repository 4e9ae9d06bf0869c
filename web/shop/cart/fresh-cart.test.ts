import { expect, test } from 'vitest'
import type { CallApi } from '#web/lib/call-api.ts'
import { itemAdded, itemRemoved } from '#web/shop/visitor/cartSlice.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { answeredProduct } from '#web/testing/factories.ts'
import { addToCart, refreshCart } from './fresh-cart.ts'

const product = (n: number, fields = {}) =>
  answeredProduct({
    _id: `0198a0f2-7c1e-7000-8000-00000000000${n}`,
    name: `Pen ${n}`,
    price: 5,
    slug: `pen-${n}`,
    ...fields,
  })

/** A shop that sells `products`, with prices in dollars as in JSON. */
const shopOf =
  (...products: ReturnType<typeof product>[]): CallApi =>
  async ({ url }) => {
    const key = url.split('/').at(-1)
    const match = products.find(({ _id, slug }) => _id === key || slug === key)
    if (!match) throw { status: 404, data: { message: 'The product was not found.', code: 'not_found' } }
    return match
  }

const inCart = (n: number) => ({
  product: product(n)._id,
  name: `Pen ${n}`,
  image: '/placeholder.svg',
  price: 500,
  qtyAvail: 3,
  oneOfAKind: false,
  qty: 2,
})

test('a product is added by its slug, in cents, in a quantity that is in stock', async () => {
  const store = makeStore(shopOf(product(1)))
  expect(await store.dispatch(addToCart('pen-1', new URLSearchParams({ qty: '7' })))).toBeNull()
  expect(store.getState().cart.cartItems).toEqual([{ ...inCart(1), qty: 3 }])
})

test('adding a product that is in the cart replaces its item', async () => {
  const store = makeStore(shopOf(product(1)))
  await store.dispatch(addToCart('pen-1', new URLSearchParams({ qty: '3' })))
  await store.dispatch(addToCart(product(1)._id, new URLSearchParams({ qty: '1' })))
  expect(store.getState().cart.cartItems).toEqual([{ ...inCart(1), qty: 1 }])
})

test.for([
  ['a product that is sold out', shopOf(product(1, { qty: 0 })), 'Pen 1 is out of stock.'],
  [
    'a product that somebody pays for',
    shopOf(product(1, { qty: 0, payingUntil: '2026-11-22T20:00:00.000Z' })),
    'Someone is paying for Pen 1 right now. That takes two minutes at most, unless the card service is slow. If the payment falls through, it is for sale again.',
  ],
  ['a product that is not there', shopOf(), 'This piece is no longer for sale.'],
] as const)('%s is not added', async ([, shop, sentence]) => {
  const store = makeStore(shop)
  expect(await store.dispatch(addToCart('pen-1', new URLSearchParams({ qty: '1' })))).toBe(sentence)
  expect(store.getState().cart.cartItems).toEqual([])
})

const ASKS = [{ key: 'name', label: 'Name', kind: 'text', required: false, max: 4, price: 2.5 }] as const
const CHOICES = [
  ['Small', '2'],
  ['Large', '3'],
].map(([size = '', n]) => ({
  ...{ _id: product(Number(n))._id, slug: `pen-${n}`, price: 5, qty: 3, sku: '', photo: null },
  values: [size],
}))
const inChoices = shopOf(
  product(1, { axes: ['Size'], choices: CHOICES, asks: ASKS }),
  product(2, { name: 'Pen, Small', asks: ASKS }),
  product(3, { name: 'Pen, Large', asks: ASKS }),
)

test('the form of a buy box whose scripts come late adds the chosen product with its answers', async () => {
  const store = makeStore(inChoices)
  const query = new URLSearchParams({ 'axis-0': 'Large', 'answer-name': ' Anna', qty: '2' })
  expect(await store.dispatch(addToCart('pen-1', query))).toBeNull()
  expect(store.getState().cart.cartItems).toMatchObject([
    { product: product(3)._id, name: 'Pen, Large', qty: 2, price: 750, answers: [{ answer: 'Anna' }] },
  ])
})

test.for<[lack: string, key: string, fields: Record<string, string>]>([
  ['no choice', 'pen-1', {}],
  ['a choice that is not made', 'pen-1', { 'axis-0': 'Huge' }],
  ['an answer that cannot be taken', 'pen-2', { 'answer-name': 'Josefina' }],
])('with %s the shopper decides on the page of the product', async ([, key, fields]) => {
  const store = makeStore(inChoices)
  expect(await store.dispatch(addToCart(key, new URLSearchParams(fields)))).toEqual({ page: `/products/${key}` })
  expect(store.getState().cart.cartItems).toEqual([])
})

test('a refresh updates prices and removes items that are gone', async () => {
  const store = makeStore(shopOf(product(1, { price: 6 })))
  store.dispatch(itemAdded(inCart(1)))
  store.dispatch(itemAdded(inCart(2)))
  expect(await store.dispatch(refreshCart())).toEqual({
    changes: ['The price of Pen 1 changed from $5.00 to $6.00.', 'Pen 2 is no longer available, and has been removed.'],
    sold: [],
    error: undefined,
  })
  expect(store.getState().cart.cartItems).toEqual([{ ...inCart(1), price: 600 }])
})

test('a shopper can ask for a sister piece of a one-of-a-kind piece that is sold, once', async () => {
  const NAME_ANSWER = [{ key: 'name', label: 'Name', answer: 'Anna', price: 0 }]
  const store = makeStore(shopOf(product(1, { qty: 0, oneOfAKind: true }), product(2, { qty: 0 })))
  for (const item of [inCart(1), { ...inCart(1), answers: NAME_ANSWER }, inCart(2), inCart(3)])
    store.dispatch(itemAdded(item))
  const { changes, sold } = await store.dispatch(refreshCart())
  expect(changes).toHaveLength(4)
  expect(sold.map(({ slug }) => slug)).toEqual(['pen-1'])
})

test('an item that somebody else pays for stays in the cart, and the shopper reads so', async () => {
  const store = makeStore(shopOf(product(1, { qty: 0, payingUntil: '2026-11-22T20:00:00.000Z' })))
  store.dispatch(itemAdded(inCart(1)))
  const { changes } = await store.dispatch(refreshCart())
  expect(changes).toEqual([
    'Someone is paying for Pen 1 right now. That takes two minutes at most, unless the card service is slow. If the payment falls through, it is for sale again.',
  ])
  expect(store.getState().cart.cartItems).toEqual([inCart(1)])
})

test('while the shop does not answer the cart stays as it is, and the error is returned', async () => {
  const store = makeStore(async () => {
    throw new TypeError('Failed to fetch')
  })
  store.dispatch(itemAdded(inCart(1)))
  expect(await store.dispatch(refreshCart())).toEqual({ changes: [], sold: [], error: { status: 0, data: null } })
  expect(store.getState().cart.cartItems).toEqual([inCart(1)])
})

test('an item removed during a refresh stays removed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const store = makeStore(async (request, token) => {
    await promise
    return shopOf(product(1), product(2))(request, token)
  })
  store.dispatch(itemAdded(inCart(1)))
  store.dispatch(itemAdded(inCart(2)))
  const refreshing = store.dispatch(refreshCart())
  store.dispatch(itemRemoved(product(1)._id))
  resolve()
  await refreshing
  expect(store.getState().cart.cartItems.map(({ name }) => name)).toEqual(['Pen 2'])
})
