import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Question } from '#contract/questions.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product, user } from '#server/testing/factories.ts'
import { ordersCsv } from './admin-orders.ts'
import { orderFilter } from './order-filter.ts'

type Row = { number: number; totalPrice: number }

/**
 * A shop with four orders: 1001 by Grace, paid; 1002 by Ada, not paid, the most expensive; 1003 by Ada, paid and
 * shipped; 1004 by Grace, paid and deleted.
 */
async function shopWithOrders() {
  const shop = await testCheckout()
  const { db, placed, pay, put, remove, get } = shop
  const grace = await user(db, { name: 'Grace Potter', email: 'grace@clay.example' })
  const ada = await user(db, { name: 'Ada 100%', email: 'ada@turner.example' })
  const pen = await product(db, { qty: 50, name: 'Walnut Pen', priceCents: 500 })
  const owner = await admin(db)
  const first = await placed({ id: pen.id, pieces: 2 }, {}, grace.token)
  await pay(first, {}, grace.token)
  await placed({ id: pen.id, pieces: 9 }, {}, ada.token)
  const third = await placed({ id: pen.id }, {}, ada.token)
  await pay(third, {}, ada.token)
  await put(`/api/orders/${third._id}/shipped`, {}, owner.token)
  const fourth = await placed({ id: pen.id }, {}, grace.token)
  await pay(fourth, {}, grace.token)
  await remove(`/api/orders/${fourth._id}`, owner.token)
  const list = async (query = '') => (await get(`/api/orders?${query}`, owner.token)).json()
  const numbers = async (query: string) => (await list(query)).orders.map(({ number }: Row) => number)
  return { ...shop, owner, grace, ada, pen, first, list, numbers }
}

test.for([
  ['all orders, newest first', '', [1003, 1002, 1001]],
  ['the paid orders', 'payment=paid', [1003, 1001]],
  ['the unpaid orders', 'payment=unpaid', [1002]],
  ['the orders to ship', 'delivery=waiting', [1001]],
  ['the shipped orders', 'payment=paid&delivery=shipped', [1003]],
  ['all orders, oldest first', 'payment=paid&sort=number', [1001, 1003]],
  ['all orders, highest total first', 'sort=-total', [1002, 1001, 1003]],
  ['all orders, lowest total first', 'payment=paid&sort=total', [1003, 1001]],
  ['one order by its number', 'keyword=1002', [1002]],
  ['one order by its number with #', 'keyword=%231001', [1001]],
  ['no order by a part of its number', 'keyword=100', []],
  ['no deleted order by its number', 'keyword=1004', []],
  ['the orders of a customer, by a part of the name', 'keyword=potter', [1001]],
  ['the orders of a customer, by the email address', 'keyword=TURNER.example', [1003, 1002]],
  ['the unpaid orders of a customer', 'keyword=ada&payment=unpaid', [1002]],
  ['a keyword with a wildcard of the database as plain text', 'keyword=100%25', [1003, 1002]],
  ['the orders of a product, by a part of its name', 'keyword=walnut&payment=paid', [1003, 1001]],
  ['the orders that went to a city', 'keyword=denver&delivery=waiting', [1001]],
  ['nobody', 'keyword=nobody', []],
] as const)('the list of orders shows %s', async ([, query, expectedNumbers]) => {
  const { numbers } = await shopWithOrders()
  expect(await numbers(query)).toEqual(expectedNumbers)
})

test.for(['9400111899223817', '1z 99 ab', '#9400111899223817'])(
  'the tracking number %s finds its order',
  async (keyword) => {
    const { put, first, owner, numbers } = await shopWithOrders()
    const shipment = { carrier: 'USPS', trackingNumber: keyword.startsWith('1') ? '1Z 99 AB 44' : '9400111899223817' }
    await put(`/api/orders/${first._id}/shipped`, shipment, owner.token)
    expect(await numbers(`keyword=${encodeURIComponent(keyword)}`)).toEqual([1001])
  },
)

/** Orders 1001 to 1004, all of one person for one engraved bracelet. 1003 is a gift. */
async function shopWithAnswers() {
  const shop = await testCheckout()
  const asks: Question[] = [
    { key: 'name', label: 'Name', kind: 'text', required: true, lines: 3, max: 60 },
    { key: 'wood', label: 'Wood', kind: 'choice', required: false, options: ['Oak', 'Ash'] },
  ]
  const { id } = await product(shop.db, { qty: 50, name: 'Bracelet', asks })
  const owner = await admin(shop.db)
  const placeNamed = (name: string, fields: object = {}) => shop.placed({ id, answers: { name, wood: 'Ash' } }, fields)
  await placeNamed('Annabel\nand Li')
  await placeNamed('Zoé "JB" Keller 2026')
  await placeNamed('12.05.1984', { giftNote: 'For Annabel,\nlove from C:\\temp' })
  await placeNamed('1002 nights')
  const numbersFor = async (keyword: string) => {
    const { orders: rows } = (await shop.get(`/api/orders?keyword=${encodeURIComponent(keyword)}`, owner.token)).json()
    return rows.map(({ number }: Row) => number)
  }
  return { ...shop, owner, found: numbersFor }
}

test.for([
  ['a name that was engraved', 'annabel', [1003, 1001]],
  ['a part of it', 'nnab', [1003, 1001]],
  ['words of several lines', 'li annabel', [1001]],
  ['a name with an accent', 'ZOÉ', [1002]],
  ['initials', 'jb', [1002]],
  ['a short name on a line of its own', 'li', [1001]],
  ['the beginning of a word by one letter, not the middle', 'k', [1002]],
  ['quotation marks', '"jb"', [1002]],
  ['a backslash', 'c:\\temp', [1003]],
  ['a wildcard of the database as plain text', 'anna_el', []],
  ['a date', '12.05', [1003]],
  ['a year', '1984', [1003]],
  ['a gift note', 'love', [1003]],
  ['an answer that was chosen', 'ash', [1004, 1003, 1002, 1001]],
  ['no question', 'wood', []],
  ['a number of an order or in an answer', '1002', [1004, 1002]],
  ['the number of an order alone', '#1002', [1002]],
  ['signs without letters', '" . "', []],
] as const)('%s finds orders by their answers and gift notes', async ([, keyword, expectedNumbers]) => {
  const { found } = await shopWithAnswers()
  expect(await found(keyword)).toEqual(expectedNumbers)
})

test('the search over everything shows the order with a number before those with the number in an answer', async () => {
  const { placed, db, get, owner } = await shopWithAnswers()
  const { id } = await product(db, { qty: 9, asks: [{ key: 'year', label: 'Year', kind: 'text', required: true }] })
  for (const year of ['1001 a', '1001 b', '1001 c', '1001 d', '1001 e']) await placed({ id, answers: { year } })
  const { orders: searchResults } = (await get('/api/admin/search?q=1001', owner.token)).json()
  expect(searchResults.map(({ number }: Row) => number)).toEqual([1001, 1009, 1008, 1007, 1006])
})

test('a row has what the list shows, and names what was ordered', async () => {
  const { list, grace, first } = await shopWithOrders()
  const { orders: rows, ...paging } = await list('keyword=1001')
  expect(paging).toEqual({ page: 1, pages: 1, total: 1 })
  expect(rows).toEqual([
    {
      _id: first._id,
      number: 1001,
      user: { name: grace.user.name, email: grace.user.email },
      totalPrice: first.totalPrice,
      isPaid: true,
      paidAt: expect.any(String),
      isDemo: true,
      paidBy: null,
      isDelivered: false,
      refunded: 0,
      isRefunded: false,
      shipBy: expect.any(String),
      items: 2,
      pieces: [{ name: 'Walnut Pen', qty: 2 }],
      createdAt: expect.any(String),
    },
  ])
})

test.for([
  ['unless asked otherwise', '', [1006, 1001, 1005]],
  ['in reverse', '&sort=-shipBy', [1005, 1001, 1006]],
  ['by their number', '&sort=-number', [1006, 1005, 1001]],
] as const)(
  'orders to ship are sorted by the day by which they ship, then by number: %s',
  async ([, sort, expectedNumbers]) => {
    const { db, placed, pay, pen, numbers, list, get, owner } = await shopWithOrders()
    for (let more = 0; more < 2; more++) await pay(await placed({ id: pen.id }))
    await db.update(orders).set({ shipBy: '2026-11-20' })
    await db.update(orders).set({ shipBy: '2026-11-18' }).where(eq(orders.number, 1006))
    const query = `payment=paid&delivery=waiting${sort}`
    expect(await numbers(query)).toEqual(expectedNumbers)
    expect((await list(`${query}&keyword=1006`)).orders[0].shipBy).toBe('2026-11-18')
    const { body } = await get(`/api/orders/export?${query}`, owner.token)
    expect(
      body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => Number(row.split(',')[0])),
    ).toEqual(expectedNumbers)
  },
)

test('a list has 25 rows a page, and no page past its end', async () => {
  const { db, list, get, owner, first } = await shopWithOrders()
  await makeMany(db, first._id, 24)
  const page = await list('pageNumber=2')
  expect(page).toMatchObject({ page: 2, pages: 2, total: 27 })
  expect(page.orders).toHaveLength(2)
  expect((await get('/api/orders?pageNumber=3', owner.token)).statusCode).toBe(404)
})

test("no search finds a deleted user's name, and their orders show none", async () => {
  const { db, ada, numbers, list } = await shopWithOrders()
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ada.user.id))
  expect(await numbers('keyword=ada')).toEqual([])
  expect((await list('keyword=1003')).orders[0].user).toEqual({ name: 'Deleted user', email: '' })
})

test.for(['payment=maybe', 'delivery=lost', 'sort=name', 'pageNumber=0'])(
  'a list with %s is refused',
  async (query) => {
    const { get, owner } = await shopWithOrders()
    expect((await get(`/api/orders?${query}`, owner.token)).statusCode).toBe(400)
  },
)

test('the CSV file has a row for each order, and a name never becomes a formula', async () => {
  const { db, get, put, placed, pay, owner, pen } = await shopWithOrders()
  const mallory = await user(db, { name: '=HYPERLINK("http://evil.example","Click")', email: 'mallory@evil.example' })
  const { code } = await coupon(db, { amountCents: 150 })
  const shippingAddress = { ...ADDRESS, address: '+1 Evil Street, "Rear"' }
  const order = await placed({ id: pen.id, pieces: 3 }, { shippingAddress, code }, mallory.token)
  await pay(order, {}, mallory.token)
  const shipment = { carrier: 'UPS', trackingNumber: '1Z999' }
  await put(`/api/orders/${order._id}/shipped`, shipment, owner.token)
  const answer = await get('/api/orders/export?keyword=mallory&payment=paid', owner.token)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
  const [heading, row, end] = answer.body.split('\r\n')
  expect(heading).toMatch(/^\uFEFFOrder,Placed,Paid,Shipped,Customer,/)
  const name = '"\'=HYPERLINK(""http://evil.example"",""Click"")"'
  expect(row).toContain(`,${name},mallory@evil.example,"'+1 Evil Street, ""Rear""",Denver,CO,80202,USA,3 x Walnut Pen,`)
  expect(row).toContain(
    `,15,5,0.83,${code},1.5,19.33,0,UPS,1Z999,https://www.ups.com/track?tracknum=1Z999,"demo, no money moved"`,
  )
  expect(end).toBe('')
})

test.for([
  ['Pacific/Kiritimati', '2026-03-01 13:59:59', '2026-03-02 01:30:00', '2026-07-01 14:00:00'],
  ['America/Chicago', '2026-02-28 17:59:59', '2026-03-01 05:30:00', '2026-06-30 19:00:00'],
] as const)('the CSV file and its name use the time zone of a shop in %s', async ([timeZone, ...moments]) => {
  const { db, get, owner, list } = await shopWithOrders()
  await saveSettings(db, { timeZone })
  const [createdAt, paidAt, deliveredAt] = ['2026-02-28T23:59:59Z', '2026-03-01T11:30:00Z', '2026-07-01T00:00:00Z']
  await db.execute(sql`
    update orders set created_at = ${createdAt}, paid_at = ${paidAt}, delivered_at = ${deliveredAt} where number = 1003`)
  const { headers, body } = await get('/api/orders/export?keyword=1003', owner.token)
  expect(body.split('\r\n')[1]).toMatch(`1003,${moments.join()},`)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format()
  expect(headers['content-disposition']).toBe(`attachment; filename="orders-${today}.csv"`)
  expect((await list('keyword=1003')).orders[0].createdAt).toBe('2026-02-28T23:59:59.000Z')
})

test('the CSV file holds all pages of the filtered list', async () => {
  const { get, owner } = await shopWithOrders()
  const rows = async (query: string) =>
    (await get(`/api/orders/export?${query}`, owner.token)).body.trim().split('\r\n').slice(1)
  expect((await rows('')).map((row) => row.split(',')[0])).toEqual(['1003', '1002', '1001'])
  expect((await rows('payment=unpaid')).map((row) => row.split(',')[0])).toEqual(['1002'])
  expect(await rows('keyword=nobody')).toEqual([])
})

test.for([
  ['number', (numbers: number[]) => numbers],
  ['-number', (numbers: number[]) => numbers.toReversed()],
  // The orders added here have a total of zero.
  [
    '-total',
    ([first = 0, second = 0, third = 0, ...others]: number[]) => [second, first, third, ...others.toReversed()],
  ],
] as const)(
  'a CSV file that is read in several queries has each order once, sorted by %s',
  async ([sort, sortedNumbers]) => {
    const { db, get, owner, first } = await shopWithOrders()
    await makeMany(db, first._id, 2_497)
    const { body } = await get(`/api/orders/export?sort=${sort}`, owner.token)
    const rows = body.trim().split('\r\n').slice(1)
    const numbers = [1001, 1002, 1003, ...Array.from({ length: 2_497 }, (_, index) => 1005 + index)]
    expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(sortedNumbers(numbers))
  },
)

test('a large CSV file is sent in chunks, and a chunk is read after the previous one was sent', async () => {
  const { db, first } = await shopWithOrders()
  await makeMany(db, first._id, 2_497)
  const parts = ordersCsv(db, { keyword: '', payment: 'all', delivery: 'all', show: 'current', sort: 'number' })
  const sizes: number[] = []
  for await (const part of parts) sizes.push(part.split('\r\n').length - 1)
  expect(sizes).toEqual([1, 1_000, 1_000, 500])
})

test.for(['number', '-number', 'total', '-total'] as const)(
  'a large CSV file by %s has no order that is placed, or deleted before its turn, while it is sent',
  async (sort) => {
    const { db, first } = await shopWithOrders()
    await makeMany(db, first._id, 2_497)
    const parts = ordersCsv(db, { keyword: '', payment: 'all', delivery: 'all', show: 'current', sort })
    await parts.next()
    const { value = '' } = await parts.next()
    const firstNumbers = numbersIn(value)
    await makeMany(db, first._id, 10)
    await db.execute(sql`update orders set deleted_at = now() where number % 5 = 0`)
    for await (const part of parts) firstNumbers.push(...numbersIn(part))
    const expectedNumbers = [1001, 1002, 1003, ...Array.from({ length: 2_497 }, (_, index) => 1005 + index)]
    const early = new Set(numbersIn(value))
    expect(firstNumbers.toSorted()).toEqual(
      expectedNumbers.filter((number) => early.has(number) || number % 5 !== 0).toSorted(),
    )
  },
)

const numbersIn = (rows: string) =>
  rows
    .trim()
    .split('\r\n')
    .map((row) => Number(row.split(',')[0]))

test.for([
  ['orders_listed', 'the unpaid orders, newest first', { payment: 'unpaid', sort: '-number' }],
  ['orders_listed', 'the unpaid orders, oldest first', { payment: 'unpaid', sort: 'number' }],
  ['orders_by_total', 'the unpaid orders, highest total first', { payment: 'unpaid', sort: '-total' }],
  ['orders_by_total', 'the unpaid orders, lowest total first', { payment: 'unpaid', sort: 'total' }],
  ['orders_number_key', 'all orders, newest first', { payment: 'all', sort: '-number' }],
  ['orders_to_ship', 'the orders to ship', { payment: 'paid', sort: '-number', delivery: 'waiting' }],
  ['orders_ship_by', 'the orders to ship, late first', { payment: 'paid', delivery: 'waiting' }],
  ['orders_ship_by', 'the orders to ship, late last', { payment: 'paid', sort: '-shipBy', delivery: 'waiting' }],
  ['orders_deleted', 'the deleted orders, newest first', { payment: 'all', sort: '-number', show: 'deleted' }],
  ['orders_to_ship', 'the orders to ship, oldest first', { payment: 'all', sort: 'number', delivery: 'waiting' }],
] as const)('the index %s finds %s', async ([index, , filter]) => {
  const { db, first } = await shopWithOrders()
  await makeMany(db, first._id, 3000)
  await db.execute(sql`analyze orders`)
  const { where, order } = orderFilter(db, { keyword: '', delivery: 'all', show: 'current', ...filter })
  const { rows } = await db.execute<Record<string, string>>(
    sql`explain select id from orders where ${where} order by ${order} limit 25`,
  )
  expect(JSON.stringify(rows)).toContain(index)
  expect(JSON.stringify(rows)).not.toMatch(/Seq Scan/)
})

/** Inserts unpaid orders without items, with the address of that one. */
const makeMany = (db: Db, id: string, count: number) =>
  db.execute(sql`
    insert into orders (user_id, address, city, address_state, postal_code, country, payment_method,
      items_cents, shipping_cents, tax_cents, discount_cents, total_cents, request_hash)
    select user_id, address, city, address_state, postal_code, country, payment_method, 0, 0, 0, 0, 0, 'x'
    from orders, generate_series(1, ${count}::int) where id = ${id}`)
