import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'

const USPS = '9400111899223857263499'
const UPS = '1Z999AA10123456784'

/** A shop with paid orders 1001 to 1003 and the unpaid order 1004. */
async function shopWithOrders() {
  const shop = await testCheckout()
  const { db } = shop
  const { token } = await admin(db)
  const pen = await product(db, { qty: 50 })
  const placedOrders: Awaited<ReturnType<typeof shop.placed>>[] = []
  for (let qty = 1; qty <= 4; qty++) placedOrders.push(await shop.placed({ id: pen.id, pieces: qty }))
  for (const order of placedOrders.slice(0, 3)) await shop.pay(order)
  const apply = (file: string, dryRun = false) => shop.post('/api/orders/tracking', { file, dryRun }, token)
  return {
    ...shop,
    token,
    placed: placedOrders,
    apply,
    shipped: () =>
      db
        .select({ number: orders.number, carrier: orders.carrier, tracking: orders.trackingNumber })
        .from(orders)
        .where(sql`${orders.deliveredAt} is not null`)
        .orderBy(orders.number),
    mails: () => db.$count(outbox, eq(outbox.kind, 'shipped')),
  }
}

test('a tracking file ships its orders after a dry run that changes nothing, and once', async () => {
  const { placed, apply, shipped, mails } = await shopWithOrders()
  const file = [
    'Created Date,Tracking Number,Cost,Status,Carrier,Service,Order ID,"Rubber Stamp 1"',
    `11/23/26,${USPS},4.50,Delivered,USPS,Ground Advantage,1001,"Mug, blue"`,
    `11/23/26,${UPS},9.10,,,,${placed[1]?._id},`,
    `11/23/26,${USPS},4.50,,USPS,,1001,`,
    `11/23/26,${USPS},4.50,,USPS,,9999,`,
    `11/23/26,${USPS},4.50,,USPS,,1004,`,
    `11/23/26,${USPS},4.50,Refunded,USPS,,1003,`,
  ].join('\r\n')
  const rows = [
    { line: 2, order: '1001', trackingNumber: USPS, carrier: 'USPS', outcome: 'ships' },
    { line: 3, order: placed[1]?._id, trackingNumber: UPS, carrier: 'UPS', outcome: 'ships' },
    { line: 4, order: '1001', trackingNumber: USPS, carrier: 'USPS', outcome: 'repeated' },
    { line: 5, order: '9999', trackingNumber: USPS, carrier: 'USPS', outcome: 'unknown' },
    { line: 6, order: '1004', trackingNumber: USPS, carrier: 'USPS', outcome: 'unpaid' },
    { line: 7, order: '1003', trackingNumber: USPS, carrier: 'USPS', outcome: 'voided' },
  ]
  expect((await apply(file, true)).json()).toEqual({ rows, shipped: 0, sent: { parcels: [], ready: [] } })
  expect([await shipped(), await mails()]).toEqual([[], 0])
  expect((await apply(file)).json()).toMatchObject({
    rows,
    shipped: 2,
    sent: { parcels: [expect.any(String), expect.any(String)] },
  })
  const shipments = [
    { number: 1001, carrier: 'USPS', tracking: USPS },
    { number: 1002, carrier: 'UPS', tracking: UPS },
  ]
  expect([await shipped(), await mails()]).toEqual([shipments, 2])
  const again = (await apply(file)).json()
  expect([again.shipped, again.rows[0].outcome, await mails()]).toEqual([0, 'shipped', 2])
  expect(await shipped()).toEqual(shipments)
})

test('what a tracking file has shipped is taken back at once, and the same file ships it again', async () => {
  const { apply, put, token, shipped, mails } = await shopWithOrders()
  const file = `Order ID,Tracking Number\n1001,${USPS}\n1002,${UPS}`
  const { sent } = (await apply(file)).json()
  expect((await put('/api/orders/unshipped', sent, token)).json()).toEqual({ takenBack: 2, tooLate: 0 })
  expect([await shipped(), await mails()]).toEqual([[], 0])
  expect((await apply(file)).json().shipped).toBe(2)
  expect([(await shipped()).length, await mails()]).toEqual([2, 2])
})

test('two admins who apply the same file at once send one message to each buyer', async () => {
  const { apply, mails } = await shopWithOrders()
  const file = `Order ID,Tracking Number\n1001,${USPS}\n1002,${UPS}`
  const answers = await Promise.all([apply(file), apply(file), apply(file)])
  expect(answers.map((answer) => answer.json().shipped).sort()).toEqual([0, 0, 2])
  expect(await mails()).toBe(2)
})

const READABLE_FILES: [string, string][] = [
  ['semicolons and a byte order mark', `\uFEFFOrder Number;Tracking Number\n1001;${USPS}\n`],
  ['tabs', `order id\ttracking number\n1001\t${USPS}\n`],
  ['the apostrophes and formulas of spreadsheets', `Order ID,Tracking Number\n'1001,"=""${USPS}"""\n`],
  ['a number sign and leading zeros', `Order,Tracking\n# 0001001,${USPS}\n`],
  ['the barcode of a label', `Order ID,Tracking Number\n1001,42053703${USPS}\n`],
  ['empty lines and short rows', `Order ID,Tracking Number,Carrier,Status\n\n,,,\n1001,${USPS}\n`],
]

test('files are read as spreadsheets and postage services write them', async () => {
  const { apply } = await shopWithOrders()
  for (const [what, file] of READABLE_FILES)
    expect((await apply(file, true)).json().rows, what).toMatchObject([
      { trackingNumber: USPS, carrier: 'USPS', outcome: 'ships' },
    ])
})

const REFUSED_FILES: [string, string, RegExp][] = [
  ['an empty file', '', /no column “Order ID”/],
  ['text without columns', 'hello', /no column “Order ID”/],
  ['no tracking column', 'Order ID,Carrier\n1001,USPS', /no column “Tracking Number”/],
  ['an open quote', `Order ID,Tracking Number\n1001,"${USPS}`, /not CSV: line \d/],
  ['a quote in a cell', `Order ID,Tracking Number\n1001,ab"c\n`, /not CSV: line \d/],
]

test('a file that cannot be read is refused with a sentence, and nothing ships', async () => {
  const { apply, shipped } = await shopWithOrders()
  for (const [what, file, sentence] of REFUSED_FILES) {
    const reply = await apply(file)
    expect([reply.statusCode, reply.json().code], what).toEqual([422, 'tracking_file_refused'])
    expect(reply.json().message, what).toMatch(sentence)
  }
  expect((await apply('a'.repeat(900_001))).statusCode).toBe(400)
  expect(await shipped()).toEqual([])
})

const ROWS: [order: string, trackingNumber: string, outcome: string][] = [
  ['1001', '9.40011E+21', 'badNumber'],
  ['1001', '<b>12345678</b>', 'badNumber'],
  ['1001', '12345', 'badNumber'],
  ['1001', '', 'noNumber'],
  ['1001', ' - ', 'noNumber'],
  ['1001', '12345678', 'ships'],
  ['', USPS, 'noOrder'],
  ...['0', '-1', '1e3', '99999999999999999999', "1001' or 1=1", '\u0000', '٣'].map(
    (order): [string, string, string] => [order, USPS, 'unknown'],
  ),
]

test('every row has an outcome, whatever stands for its order and its number', async () => {
  const { apply } = await shopWithOrders()
  for (const [order, number, outcome] of ROWS) {
    const { rows } = (await apply(`Order ID,Tracking Number\n"${order}",${number}\n`, true)).json()
    expect([order, number, rows[0].outcome]).toEqual([order, number, outcome])
  }
})

test('whatever a file holds, it is refused whole or each of its rows has an outcome', async () => {
  const { apply } = await shopWithOrders()
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('1001', '1002', USPS, '"', '""', '\u0000', '=1+1', ''),
  )
  const rows = fc.array(
    fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(',')),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(rows, async (lines) => {
      const reply = await apply(['Order ID,Tracking Number,Status', ...lines].join('\n'), true)
      expect([200, 400, 422]).toContain(reply.statusCode)
      const { message, rows: plannedRows = [] } = reply.json()
      if (reply.statusCode !== 200) expect(message).toMatch(/\.$/)
      for (const { outcome, line } of plannedRows) expect([outcome, line > 1]).toEqual([expect.any(String), true])
    }),
    { numRuns: 60 },
  )
})

test('a number without its carrier is recognized, as when it was scanned', async () => {
  const { put, placed, token } = await shopWithOrders()
  const path = `/api/orders/${placed[0]?._id}/shipped`
  expect((await put(path, { trackingNumber: `42053703${USPS}` }, token)).json()).toMatchObject({
    carrier: 'USPS',
    trackingNumber: USPS,
  })
  expect((await put(path, { trackingNumber: 'HAND 12', carrier: null }, token)).json()).toMatchObject({
    carrier: null,
    trackingNumber: 'HAND 12',
  })
})
