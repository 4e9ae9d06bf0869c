import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dayOf } from '#contract/dates.ts'
import { shipByDay } from '#contract/ship-by.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { holidaysFrom } from '#server/shop/settings/holidays.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { TRADING_SETTINGS } from '#server/testing/trading-settings.ts'
import { nextHolidays, shipBy } from './ship-by.ts'

type Case = {
  paid: string
  days?: number
  makeDays?: number[]
  closed?: { from: string; to: string }
  timeZone?: string
  restsOnHolidays?: boolean
  by: string
}

// In November 2026 the 23rd is a Monday.
const CASES: [string, Case][] = [
  ['three business days by default', { paid: '2026-11-23T15:00:00Z', by: '2026-11-26' }],
  ['no weekend counts', { paid: '2026-11-26T15:00:00Z', by: '2026-12-01' }],
  ['an order of Saturday waits for Monday', { paid: '2026-11-28T15:00:00Z', days: 1, by: '2026-11-30' }],
  [
    'the day is the shop’s: 3 AM UTC is the evening before in Chicago',
    { paid: '2026-11-24T03:00:00Z', by: '2026-11-26' },
  ],
  ['and in Tokyo the day after', { paid: '2026-11-23T16:00:00Z', timeZone: 'Asia/Tokyo', by: '2026-11-27' }],
  ['the slowest product decides', { paid: '2026-11-23T15:00:00Z', makeDays: [10, 4], by: '2026-12-07' }],
  [
    'products that are all made to order do not wait for the days of the settings',
    { paid: '2026-11-23T15:00:00Z', days: 9, makeDays: [1, 2], by: '2026-11-25' },
  ],
  [
    'beside a fast product made to order, a ready one takes the days of the settings',
    { paid: '2026-11-23T15:00:00Z', days: 9, makeDays: [1], by: '2026-12-04' },
  ],
  [
    'beside a ready product, the slower one made to order decides',
    { paid: '2026-11-23T15:00:00Z', days: 2, makeDays: [5], by: '2026-11-30' },
  ],
  [
    'time off does not count',
    { paid: '2026-11-23T15:00:00Z', closed: { from: '2026-11-25', to: '2026-12-02' }, by: '2026-12-04' },
  ],
  [
    'an order during time off waits until it is over',
    { paid: '2026-11-26T15:00:00Z', closed: { from: '2026-11-25', to: '2026-12-02' }, days: 1, by: '2026-12-03' },
  ],
  [
    'time off in the past changes nothing',
    { paid: '2026-11-23T15:00:00Z', closed: { from: '2026-11-01', to: '2026-11-20' }, by: '2026-11-26' },
  ],
  [
    'time off that has not begun yet does not count either',
    { paid: '2026-11-23T15:00:00Z', days: 5, closed: { from: '2026-11-26', to: '2026-11-27' }, by: '2026-12-02' },
  ],
  ['Thanksgiving does not count', { paid: '2026-11-23T15:00:00Z', restsOnHolidays: true, by: '2026-11-27' }],
  [
    'nor does a holiday that is observed on another day',
    { paid: '2027-12-22T15:00:00Z', days: 2, restsOnHolidays: true, by: '2027-12-27' },
  ],
  [
    'holidays and time off count out each day once',
    {
      ...{ paid: '2026-12-23T15:00:00Z', days: 1, restsOnHolidays: true },
      ...{ closed: { from: '2026-12-24', to: '2027-01-01' }, by: '2027-01-04' },
    },
  ],
  ['the longest there is', { paid: '2026-11-23T15:00:00Z', makeDays: [365], by: '2028-04-17' }],
]

test.for(CASES)('an order ships by: %s', async ([, terms]) => {
  const { paid, days, makeDays = [], closed, timeZone, restsOnHolidays = false, by } = terms
  const { db, placed } = await testCheckout()
  const newSettings = {
    restsOnHolidays,
    ...(days && { shipDays: { from: 1, to: days } }),
    ...(closed && { closed: { ...closed, text: '', orders: 'later' as const } }),
    ...(timeZone && { timeZone }),
  }
  const { _id: id } = await placed([await product(db), await product(db)])
  await saveSettings(db, newSettings)
  for (const [line, most] of makeDays.entries())
    await db
      .update(orderItems)
      .set({ makeDays: most })
      .where(eq(orderItems.line, line + 1))
  const holidaysOfPayment = at(paid, nextHolidays)
  const [row] = await db
    .select({ day: shipBy(orders.id, sql`${paid}::timestamptz`, sql`${holidaysOfPayment}`) })
    .from(orders)
    .where(eq(orders.id, id))
  expect(row?.day).toBe(by)
  // As the cart says before the payment.
  const { shipDays } = { ...TRADING_SETTINGS, ...newSettings }
  const today = dayOf(paid, timeZone ?? TRADING_SETTINGS.timeZone)
  const items = [makeDays[0] ?? null, makeDays[1] ?? null]
  const holidays = restsOnHolidays ? holidaysFrom(today) : undefined
  expect(shipByDay({ shipDays, daysOff: closed, holidays }, today, items)).toBe(by)
})

/** What `read` returns at that moment. */
function at<Value>(moment: string, read: () => Value): Value {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) })
  try {
    return read()
  } finally {
    vi.useRealTimers()
  }
}

test('an order has no such day until it is paid, and keeps it when the settings change', async () => {
  const { db, placed, pay } = await testCheckout()
  const order = await placed(await product(db))
  const day = async () => (await db.select({ shipBy: orders.shipBy }).from(orders))[0]?.shipBy
  expect(await day()).toBeNull()
  await pay(order)
  const promisedDay = await day()
  expect(promisedDay).toMatch(/^\d{4}-\d\d-\d\d$/)
  await saveSettings(db, { shipDays: { from: 20, to: 30 } })
  await pay(order)
  expect(await day()).toBe(promisedDay)
})

test('the holidays are those of the day of the payment, whenever the shop was started', async () => {
  const { db, placed, pay } = await testCheckout()
  const terms = { ...TRADING_SETTINGS, shipDays: { from: 1, to: 90 } }
  await saveSettings(db, terms)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 365 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await pay(await placed(await product(db)))).statusCode).toBe(200)
  vi.useRealTimers()
  const order = await placed(await product(db))
  await pay(order)
  const [paidOrder] = await db
    .select({ at: orders.paidAt, shipBy: orders.shipBy })
    .from(orders)
    .where(eq(orders.id, order._id))
  const today = dayOf(paidOrder?.at ?? '', terms.timeZone)
  expect(paidOrder?.shipBy).toBe(shipByDay({ ...terms, holidays: holidaysFrom(today) }, today, [null]))
})
