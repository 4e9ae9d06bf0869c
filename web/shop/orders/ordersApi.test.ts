import { expect, test } from 'vitest'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import type { ApiRequest } from '#web/lib/call-api.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { answeredOrder } from '#web/testing/factories.ts'
import { ordersApi } from './ordersApi.ts'

const order = answeredOrder()
const { placeOrder, order: orderById, verifyOrder, myOrders } = ordersApi.endpoints
const NEW_ORDER = {
  orderItems: [{ product: order._id, qty: 1, price: 1999 }],
  shippingAddress: { ...order.shippingAddress, state: 'WI' as const },
  paymentMethod: 'Square' as const,
  itemsPrice: 1999,
  shippingPrice: 350,
  taxPrice: 110,
  totalPrice: 2459,
  code: '',
}

test('an order is sent in dollars and stored in cents', async () => {
  const requests: ApiRequest[] = []
  const store = makeStore(async (request) => {
    requests.push(request)
    return order
  })
  const { data } = await store.dispatch(placeOrder.initiate(NEW_ORDER))
  expect(requests[0]?.body).toMatchObject({
    orderItems: [{ price: 19.99 }],
    itemsPrice: 19.99,
    shippingPrice: 3.5,
    taxPrice: 1.1,
    totalPrice: 24.59,
  })
  expect(data).toMatchObject({ itemsPrice: 1999, totalPrice: 2459 })
})

test('an order that the contract refuses fails like a refusal of the shop, and is not sent', async () => {
  const requests: ApiRequest[] = []
  const store = makeStore(async (request) => requests.push(request))
  const { error } = await store.dispatch(placeOrder.initiate({ ...NEW_ORDER, orderItems: [] }))
  const message = ORDER_FIELDS.noItems
  const issues = [{ path: 'orderItems', message }]
  expect(error).toEqual({ status: 400, data: { message, code: 'invalid_request', issues } })
  expect(requests).toEqual([])
})

test('a verified order replaces the one on screen', async () => {
  const store = makeStore(async ({ url }) => (url.endsWith('/verify/logs') ? { ...order, totalPrice: 4.5 } : order))
  await store.dispatch(orderById.initiate(order._id))
  await store.dispatch(verifyOrder.initiate(order._id))
  await expect.poll(() => orderById.select(order._id)(store.getState()).data?.totalPrice).toBe(450)
})

test('older orders load page by page, until a page is not full', async () => {
  const full = Array.from({ length: MY_ORDERS_PAGE_SIZE }, (_, index) => ({ ...order, number: 2000 - index }))
  const pages: Record<string, object[]> = { '/api/orders/myorders': full, '/api/orders/myorders?page=2': [order] }
  const calls: string[] = []
  const store = makeStore(async ({ url }) => {
    calls.push(url)
    return pages[url]
  })
  const first = await store.dispatch(myOrders.initiate())
  expect(first.hasNextPage).toBe(true)
  const { data, hasNextPage } = await store.dispatch(myOrders.initiate(undefined, { direction: 'forward' }))
  expect(data?.pages.flat().map(({ number }) => number)).toEqual([...full, order].map(({ number }) => number))
  expect(hasNextPage).toBe(false)
  expect(calls).toEqual(Object.keys(pages))
})
