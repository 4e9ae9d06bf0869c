import { expect, test } from 'vitest'
import type { SettingsUpdate, TimeOff } from '#contract/admin/settings.ts'
import { dayAfter } from '#contract/calendar-days.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { today } from '#server/testing/days.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { saveSettings } from './settings.ts'
import { closedAt } from './time-off.ts'

const SETTINGS = '/api/settings'
const NOW: TimeOff = { from: '2026-01-01', to: dayAfter(today()), text: 'I am at the lake.', orders: 'stop' }
const BACK = dayAfter(NOW.to)
const REFUSAL = `The shop is taking a break. Orders open again on ${formatCalendarDay(BACK)}.`

/** A shop with a pen; `close` saves its time off. */
async function openShop() {
  const shop = await testCheckout()
  const pen = await product(shop.db, { qty: 9 })
  const close = (timeOff: SettingsUpdate['closed']) => saveSettings(shop.db, { closed: timeOff })
  return { ...shop, pen, close }
}

test('while orders are stopped none can be placed, and the refusal says when they open again', async () => {
  const { db, pen, place, close } = await openShop()
  await coupon(db, { code: 'WELCOME5' })
  await close(NOW)
  const ways = [{}, { code: 'WELCOME5' }, { code: 'invalid' }, { itemsPrice: 5 }, { totalPrice: 1 }]
  for (const fields of ways) {
    const refusal = await place({ id: pen.id }, fields)
    expect([refusal.statusCode, refusal.json()]).toEqual([409, { code: 'shop_closed', message: REFUSAL }])
  }
  expect(await db.$count(orders)).toBe(0)
  await close(null)
  expect((await place({ id: pen.id })).statusCode).toBe(201)
})

test('the shop names time off that is set until it is over', async () => {
  const { get, close } = await openShop()
  const daysOff = async () => (await get('/api/shop')).json().daysOff
  const ahead = { ...NOW, from: NOW.to }
  for (const [timeOff, shownTimeOff] of [
    [NOW, { from: NOW.from, to: NOW.to }],
    [ahead, { from: ahead.from, to: ahead.to }],
    [{ ...NOW, to: '2026-01-05' }, undefined],
    [null, undefined],
  ] as const) {
    await close(timeOff)
    expect(await daysOff()).toEqual(shownTimeOff)
  }
})

test('an order placed before the time off is found by a double click, and can still be paid', async () => {
  const { pen, place, placed, pay, verify, close } = await openShop()
  const order = await placed({ id: pen.id })
  await close(NOW)
  expect((await place({ id: pen.id })).json()._id).toBe(order._id)
  expect(await verify(order._id)).toMatchObject({ totalPrice: order.totalPrice })
  expect((await pay(order)).statusCode).toBe(200)
})

test('an admin can record the payment of an order placed before the time off', async () => {
  const { db, pen, placed, put, order, close } = await openShop()
  const { _id } = await placed({ id: pen.id })
  await close(NOW)
  const { token } = await admin(db)
  expect((await put(`/api/orders/${_id}/shipped`, { paidBy: 'cash' }, token)).statusCode).toBe(200)
  expect(await order(_id)).toMatchObject({ isPaid: true, paidBy: 'cash' })
})

test('orders for later are taken', async () => {
  const { pen, place, close } = await openShop()
  await close({ ...NOW, orders: 'later' })
  expect((await place({ id: pen.id })).statusCode).toBe(201)
})

test('everybody reads of time off while it lasts, and only admins of what is planned', async () => {
  const { get, close } = await openShop()
  const shownTimeOff = async () => (await get('/api/shop')).json().closed
  await close(NOW)
  expect(await shownTimeOff()).toEqual({ text: NOW.text, orders: 'stop', back: BACK })
  await close({ ...NOW, from: dayAfter(today()) })
  expect(await shownTimeOff()).toBeNull()
  await close({ ...NOW, to: '2026-01-02' })
  expect(await shownTimeOff()).toBeNull()
})

test('time off begins and ends at midnight in the shop', () => {
  const timeOff: TimeOff = { from: '2026-12-01', to: '2026-12-31', text: '', orders: 'later' }
  const at = (now: string) => closedAt({ closed: timeOff, timeZone: 'Pacific/Auckland' }, new Date(now))
  expect(at('2026-11-30T10:59:59Z')).toBeNull()
  expect(at('2026-11-30T11:00:00Z')).toEqual({ text: '', orders: 'later', back: '2027-01-01' })
  expect(at('2026-12-31T10:59:59Z')).not.toBeNull()
  expect(at('2026-12-31T11:00:00Z')).toBeNull()
  expect(closedAt({ closed: null, timeZone: 'UTC' })).toBeNull()
})

test.for<[string, object, string, string]>([
  ['no first day', { ...NOW, from: '' }, 'closed.from', 'Enter a day.'],
  ['a day that is none', { ...NOW, to: '2026-02-30' }, 'closed.to', 'Enter a day.'],
  [
    'a day long after the next century began',
    { ...NOW, to: '9999-12-31' },
    'closed.to',
    'Enter a day before the year 2100.',
  ],
  [
    'days in the wrong order',
    { ...NOW, from: '2098-12-02' },
    'closed.to',
    'The last day must not be before the first.',
  ],
  ['a long text', { ...NOW, text: 'x'.repeat(10_000) }, 'closed.text', 'This text can have at most 140 characters.'],
  ['a text with control characters', { ...NOW, text: 'a\u0000b' }, 'closed.text', expect.any(String)],
  ['another way with orders', { ...NOW, orders: 'burn' }, 'closed.orders', expect.any(String)],
])('time off with %s is refused with a sentence', async ([, timeOff, path, message]) => {
  const { db, put } = await testApp()
  const { token } = await admin(db)
  const refusal = await put(SETTINGS, { closed: timeOff }, token)
  expect([refusal.statusCode, refusal.json().issues]).toEqual([400, [{ path, message }]])
})

test('markup, emoji and long words in the text are shown as they are typed', async () => {
  const { db, get, put } = await testApp()
  const { token } = await admin(db)
  const text = `<b>${'x'.repeat(60)}</b> 🌷 \u202eابc`
  expect((await put(SETTINGS, { closed: { ...NOW, text } }, token)).statusCode).toBe(200)
  expect((await get('/api/shop')).json().closed.text).toBe(text)
})

test('the dashboard says that the shop is on time off', async () => {
  const { db, get, close } = await openShop()
  const { token } = await admin(db)
  const onDashboard = async () => (await get('/api/dashboard', token)).json().closed
  expect(await onDashboard()).toBeNull()
  await close(NOW)
  expect(await onDashboard()).toMatchObject({ orders: 'stop', back: BACK })
})
