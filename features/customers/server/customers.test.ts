import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { eraseGuest } from '#server/shop/erasure/delete-user.ts'
import { orderKeys } from '#server/shop/orders/order-links.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, guest, product, user } from '#server/testing/factories.ts'
import type { Customer, CustomerPage } from '../contract.ts'
import { customerMerges, customerNotes } from '../schema.ts'
import { customerPage } from './customer-list.ts'

const EMAIL = 'mara@shopper.example'

/** A shop in which accounts and guests buy pieces of $10. `names` are those of the list, in its order. */
async function shopWithCustomers() {
  const shop = await testCheckout()
  const { db, get, put, remove, pay } = shop
  const { token: owner } = await admin(db)
  const pen = await product(db, { priceCents: 1_000, qty: 90 })
  const buy = async ({ token }: { token: string }, fields: object = {}) => {
    const order = (await shop.place({ id: pen.id }, fields, token)).json()
    await pay(order, {}, token)
    return order as { _id: string; totalPrice: number; number: number }
  }
  const list = async (query = '') => (await get(`/api/customers${query}`, owner)).json<CustomerPage>().customers
  const customer = async (id: string) => (await get(`/api/customers/${id}`, owner)).json<Customer>()
  const names = async (query = '') => (await list(query)).map(({ name }) => name)
  const saveNote = (id: string, note: string, version: string) =>
    put(`/api/customers/${id}/note`, { note, version }, owner)
  const merge = (id: string) => put(`/api/customers/${id}/merged`, undefined, owner)
  const separate = (id: string) => remove(`/api/customers/${id}/merged`, owner)
  return { ...shop, owner, pen, buy, list, customer, names, saveNote, merge, separate }
}

test('accounts and guests are in one list, and guests with one email address are one customer', async () => {
  const { db, buy, list, names } = await shopWithCustomers()
  const ruth = await user(db, { name: 'Ruth Account', email: 'ruth@shopper.example' })
  await buy(ruth)
  await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }))
  await buy(await guest(db, { name: 'Mara Guest', email: EMAIL.toUpperCase() }))
  await guest(db, { name: 'Looked only' })
  const rows = await list()
  expect(rows.map(({ name, isGuest, orders: count, spent, city }) => ({ name, isGuest, count, spent, city }))).toEqual([
    { name: 'Mara Guest', isGuest: true, count: 2, spent: 28.1, city: 'Denver' },
    { name: 'Ruth Account', isGuest: false, count: 1, spent: 14.05, city: 'Denver' },
    { name: expect.stringMatching(/^Ann/), isGuest: false, count: 0, spent: 0, city: '' },
  ])
  expect((await names('?sort=orders')).at(-1)).toBe('Mara Guest')
  expect((await names('?sort=-spent'))[0]).toBe('Mara Guest')
  expect((await names('?sort=last')).at(-1)).toBe('Mara Guest')
})

test('customers are found by name, address and city', async () => {
  const { db, buy, names } = await shopWithCustomers()
  await buy(await user(db, { name: 'Ruth Account', email: 'ruth@shopper.example' }))
  await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }), {
    shippingAddress: { ...ADDRESS, city: 'Kalamazoo', state: 'MI', postalCode: '49007' },
  })
  expect(await names('?keyword=ruth')).toEqual(['Ruth Account'])
  expect(await names('?keyword=mara%40shopper')).toEqual(['Mara Guest'])
  expect(await names('?keyword=kalamazoo')).toEqual(['Mara Guest'])
  expect(await names('?keyword=nobody')).toEqual([])
})

test('spending is what was paid less refunds, and orders of a demo count in no real shop', async () => {
  const { db, buy, list, post, owner } = await shopWithCustomers()
  const order = await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }))
  expect((await post(`/api/orders/${order._id}/refund`, { amount: 4.05 }, owner)).statusCode).toBe(200)
  expect((await list())[0]).toMatchObject({ name: 'Mara Guest', orders: 1, spent: 10 })
  const real = await customerPage(db, { keyword: 'mara', pageNumber: 1, sort: '-last' }, { withDemo: false })
  expect(real).toMatchObject({ customers: [], total: 0 })
  await db.update(orders).set({ isDemo: false }).where(eq(orders.id, order._id))
  const sold = await customerPage(db, { keyword: 'mara', pageNumber: 1, sort: '-last' }, { withDemo: false })
  expect(sold).toMatchObject({ customers: [{ spent: 1_000 }], total: 1 })
})

test('an account and a guest with its confirmed address are two until the seller merges them, and again afterwards', async () => {
  const { db, buy, list, customer, merge, separate } = await shopWithCustomers()
  const mara = await user(db, { name: 'Mara Account', email: EMAIL })
  await buy(mara)
  await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }))
  expect((await customer(mara.user.id)).mergeable).toBeNull()
  expect((await merge(mara.user.id)).statusCode).toBe(409)
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, mara.user.id))
  const [guestRow, account] = await list()
  expect([guestRow?.name, account?.name]).toEqual(['Mara Guest', 'Mara Account'])
  expect((await customer(guestRow?._id ?? '')).mergeable).toMatchObject({ account: mara.user.id, orders: 1 })

  expect((await merge(mara.user.id)).json()).toMatchObject({
    name: 'Mara Account',
    orders: 2,
    spent: 28.1,
    isMerged: true,
  })
  expect((await list()).map(({ name }) => name)).toEqual(['Mara Account', expect.stringMatching(/^Ann/)])
  // A link to the guest leads to the account.
  expect(await customer(guestRow?._id ?? '')).toMatchObject({ _id: mara.user.id, orderList: [{}, {}] })
  await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }))
  expect((await customer(mara.user.id)).orders).toBe(3)

  expect((await separate(mara.user.id)).json()).toMatchObject({ orders: 1, isMerged: false, mergeable: { orders: 2 } })
  expect(await list()).toHaveLength(3)
})

test('an order that an account took over belongs to the account', async () => {
  const { db, buy, customer, post } = await shopWithCustomers()
  const mara = await user(db, { name: 'Mara Account', email: EMAIL })
  const order = await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }))
  const key = (await orderKeys(db, [order._id])).get(order._id)
  expect((await post(`/api/orders/${order._id}/claim`, { key }, mara.token)).statusCode).toBe(200)
  expect(await customer(mara.user.id)).toMatchObject({ orders: 1, orderList: [{ number: order.number }] })
})

test('of two edits of a note the second is refused until it has seen the first, and an empty one removes the note', async () => {
  const { db, buy, customer, saveNote } = await shopWithCustomers()
  const { user: mara, token } = await guest(db, { name: 'Mara Guest', email: EMAIL })
  await buy({ token })
  const { version, note } = await customer(mara.id)
  expect(note).toBe('')
  const saved = (await saveNote(mara.id, 'Likes the blue glaze.', version)).json<Customer>()
  expect(saved.note).toBe('Likes the blue glaze.')
  const refusal = await saveNote(mara.id, 'Likes green.', version)
  expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'customer_changed'])
  // The next guest with this address has the note.
  const later = await guest(db, { name: 'Mara Guest', email: EMAIL })
  await buy(later)
  expect((await customer(later.user.id)).note).toBe('Likes the blue glaze.')
  expect((await saveNote(mara.id, '', saved.version)).json()).toMatchObject({ note: '' })
  expect(await db.$count(customerNotes)).toBe(0)
})

test('notes are in a person’s file and go when the person is erased, an account or a guest', async () => {
  const { db, buy, get, remove, customer, saveNote, merge, owner } = await shopWithCustomers()
  const mara = await user(db, { name: 'Mara Account', email: EMAIL, emailVerifiedAt: new Date() })
  await buy(mara)
  const { user: other, token } = await guest(db, { name: 'Gus', email: 'gus@shopper.example' })
  const order = await buy({ token })
  await buy(await guest(db, { name: 'Mara Guest', email: EMAIL }))
  await saveNote(mara.user.id, 'Pays in dimes.', (await customer(mara.user.id)).version)
  await saveNote(other.id, 'Rings twice.', (await customer(other.id)).version)
  await merge(mara.user.id)
  expect((await get(`/api/personal-data/users/${mara.user.id}`, owner)).body).toContain('Pays in dimes.')
  expect((await get(`/api/personal-data/orders/${order._id}`, owner)).body).toContain('Rings twice.')
  await eraseGuest(db, order._id)
  expect(await db.$count(customerNotes)).toBe(1)
  expect((await remove(`/api/users/${mara.user.id}`, owner)).statusCode).toBe(200)
  expect([await db.$count(customerNotes), await db.$count(customerMerges)]).toEqual([0, 0])
  expect((await get(`/api/customers/${mara.user.id}`, owner)).statusCode).toBe(404)
})
