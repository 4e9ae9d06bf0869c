import { desc, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillLargeShop } from '#app/server/demo/large-shop.ts'
import { OrderQuery } from '#contract/admin/orders.ts'
import type { Answered } from '#contract/answers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneLetter } from '#server/platform/db/text-match.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { testDatabase } from '#server/testing/app.ts'
import { ordersOnPage } from './orders-on-page.ts'

/** Bounds that a shop of a few hundred orders is far beyond. */
const LOW = { found: 5, sampled: 20, frequent: 5, people: 3, short: 15, compared: 150, countedOff: 60, block: 20 }

/** A shop of 300 orders, some of them deleted, to other cities, by deleted users, with recipients or tracking numbers. */
async function largeShop() {
  const { db } = await testDatabase()
  await fillLargeShop(db, { products: 40, orders: 300, users: 30, coupons: 5 })
  const every = (nth: number) => sql`number % ${sql.raw(String(nth))} = 0`
  await db.update(orders).set({ city: 'Oshkosh' }).where(every(40))
  await db.update(orders).set({ recipientName: 'Ida Clay_100%' }).where(every(30))
  await db.update(orders).set({ trackingNumber: '9400111899223817' }).where(every(3))
  await db.update(orders).set({ deletedAt: sql`now()` }).where(every(20))
  await db.update(users).set({ deletedAt: sql`now()` }).where(sql`email like 'ruth%'`)
  await db.execute(sql`analyze`)
  return db
}

type OrderRow = Awaited<ReturnType<typeof everyOrder>>[number]

/** All orders with the texts that a keyword is looked for in. */
async function everyOrder(db: Db) {
  const rows = await db
    .select({ order: orders, user: users })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
  const items = await db
    .select({ orderId: orderItems.orderId, answers: orderItems.answers, name: products.name })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
  const recipients = Map.groupBy(rows, ({ order }) => order.userId)
  const itemsOf = Map.groupBy(items, ({ orderId }) => orderId)
  return rows.map(({ order, user }) => {
    const ownItems = itemsOf.get(order.id) ?? []
    const recipientNames = (recipients.get(user.id) ?? []).map(({ order }) => order.recipientName ?? '')
    const isNamed = order.recipientName !== null || user.deletedAt === null
    return {
      order,
      written: [order.giftNote ?? '', ...ownItems.map(({ answers }) => answersIn(answers))],
      sentTo: [`${order.city} ${order.trackingNumber ?? ''}`],
      named: [...(user.deletedAt ? [] : [`${user.name} ${user.email}`]), ...(isNamed ? recipientNames : [])],
      products: ownItems.map(({ name }) => name),
    }
  })
}

const answersIn = (answers: Answered[] | null) => (answers ?? []).map(({ answer }) => answer).join(', ')

/** Whether the text has all words: those of one or two letters at the beginning of a word. */
function has(text: string, keyword: string) {
  const words = keyword
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[a-z0-9]/.test(word))
  const lower = text.toLowerCase()
  const isIn = (word: string) =>
    word.length > 2 ? lower.includes(word) : lower.startsWith(word) || lower.includes(` ${word}`)
  return words.length > 0 && words.every(isIn)
}

/** Whether the keyword finds the order, as the API describes it. */
function isFound({ order, written, sentTo, named, products }: OrderRow, keyword: string) {
  if (keyword === '') return true
  const [, hash, digits] = /^(#?)(\d+)$/.exec(keyword) ?? []
  const isNumber = digits !== undefined && digits.length < 10
  if (isNumber && order.number === Number(digits)) return true
  if (isNumber && hash) return false
  const texts = digits === undefined ? [...written, ...sentTo, ...named, ...products] : written
  return texts.some((text) => has(text, keyword)) || (digits !== undefined && !isNumber && has(`${sentTo}`, digits))
}

const SORTS = {
  '-number': (one: OrderRow, other: OrderRow) => other.order.number - one.order.number,
  number: (one: OrderRow, other: OrderRow) => one.order.number - other.order.number,
  '-total': (one: OrderRow, other: OrderRow) =>
    other.order.totalCents - one.order.totalCents || other.order.number - one.order.number,
  total: (one: OrderRow, other: OrderRow) =>
    one.order.totalCents - other.order.totalCents || one.order.number - other.order.number,
}

/** The numbers of the orders of a list, by comparing each of them. */
function plainly(all: OrderRow[], { keyword, payment, show, sort = '-number' }: OrderQuery) {
  const isListed = ({ order }: OrderRow) =>
    (order.deletedAt !== null) === (show === 'deleted') &&
    (payment === 'all' || (order.paidAt !== null) === (payment === 'paid'))
  const listedOrders = all.filter(isListed).toSorted(SORTS[sort as keyof typeof SORTS])
  const candidates = isOneLetter(keyword) ? listedOrders.slice(0, LOW.compared) : listedOrders
  return candidates.filter((row) => isFound(row, keyword)).map(({ order }) => order.number)
}

const KEYWORDS = [
  ...['', 'potter', 'ruth', 'grace weaver', 'walnut', 'madison', 'oshkosh', 'birthday', 'ida', 'gp', 'a', 'q', 'a m'],
  ...[
    '1042',
    '#1042',
    '12',
    '9400111899223817',
    '%',
    'clay_100%',
    'clay%',
    'nobody',
    'happy birthday for ann',
    '@shopper',
  ],
]
/** Every third filter for a keyword, so that each has some, and all of them without one. */
const filtersFor = (keyword: string, at: number) => FILTERS.filter((_, nth) => keyword === '' || nth % 3 === at % 3)
const FILTERS = [
  ...['', 'payment=paid', 'payment=unpaid', 'show=deleted', 'sort=number', 'sort=-total', 'sort=total'],
  ...['payment=paid&sort=-total', 'payment=unpaid&sort=number', 'show=deleted&sort=total'],
]

test('pages hold exactly the orders that match, each once and in order, forward and backward', async () => {
  const db = await largeShop()
  const all = await everyOrder(db)
  const numbers = new Map(all.map(({ order }) => [order.id, order.number]))
  let cappedCount = 0
  for (const [at, keyword] of KEYWORDS.entries())
    for (const filter of filtersFor(keyword, at)) {
      const query = OrderQuery.parse({ ...Object.fromEntries(new URLSearchParams(filter)), keyword })
      const expectedNumbers = plainly(all, query)
      const readPage = (pageNumber: number, near?: string) =>
        ordersOnPage(db, { ...query, pageNumber, near: OrderQuery.shape.near.parse(near) }, LOW)
      const pages = [await readPage(1)]
      for (let last = pages[0]; last && last.page < last.pages; last = pages.at(-1))
        pages.push(await readPage(last.page + 1, last.near))
      const what = `${filter} ${keyword}`
      expect(
        pages.flatMap(({ ids }) => ids.map((id) => numbers.get(id))),
        what,
      ).toEqual(expectedNumbers)
      expect(pages.at(-1), what).toMatchObject({ total: expectedNumbers.length, pages: pages.length })
      for (const page of pages) {
        if (page.isTotalCapped) cappedCount++
        expect(
          page.isTotalCapped ? page.total <= expectedNumbers.length : page.total === expectedNumbers.length,
          what,
        ).toBe(true)
        const before = pages[page.page - 2]
        if (before) expect((await readPage(before.page, page.near)).ids, `${what}, back`).toEqual(before.ids)
        expect((await readPage(page.page)).ids, `${what}, page ${page.page} alone`).toEqual(page.ids)
      }
      await expect(readPage(pages.length + 1), what).rejects.toMatchObject({ code: 'not_found' })
    }
  expect(cappedCount).toBeGreaterThan(50)
})

test('a page in the middle counts orders that were placed since the others were counted', async () => {
  const db = await largeShop()
  const numbersOn = async (pageNumber: number) => {
    const { ids } = await ordersOnPage(db, OrderQuery.parse({ pageNumber }), LOW)
    const rows = await db.select({ number: orders.number }).from(orders).where(inArray(orders.id, ids))
    return rows.map(({ number }) => number).toSorted((one, other) => other - one)
  }
  const before = [...(await numbersOn(4)), ...(await numbersOn(5))]
  const [last] = await db.select().from(orders).orderBy(desc(orders.number)).limit(1)
  if (!last) throw new Error('There are no orders.')
  const { id: _, number: __, ...order } = last
  await db.insert(orders).values(Array.from({ length: 30 }, () => ({ ...order, deletedAt: null })))
  expect(await numbersOn(6)).toEqual(before.slice(20, 45))
})
