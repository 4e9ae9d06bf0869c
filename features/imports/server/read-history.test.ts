import { expect, test } from 'vitest'
import {
  csvOf,
  ETSY_ORDER_HEADINGS,
  SHOPIFY_ORDER_HEADINGS,
  SQUARE_SALES_HEADINGS,
  SQUARE_TRANSACTION_HEADINGS,
  WOOCOMMERCE_ORDER_HEADINGS,
} from '../testing/csv-files.ts'
import { fileOf } from '../testing/import-files.ts'
import type { Unreadable } from './listing.ts'
import { type PastOrder, type PastReview, pastDayOf } from './past-order.ts'
import { readImportFile } from './read-file.ts'

async function ordersOf(content: string | Uint8Array) {
  const { kind, format, entries, ignored } = await readImportFile(await fileOf(content))
  if (kind !== 'orders') throw new Error(`These are ${kind}.`)
  const orders: PastOrder[] = []
  const unreadable: Unreadable[] = []
  for await (const one of entries) 'key' in one ? orders.push(one) : unreadable.push(one)
  return { format, orders, unreadable, ignored: ignored() }
}

async function reviewsOf(list: unknown) {
  const file = await readImportFile(await fileOf(typeof list === 'string' ? list : JSON.stringify(list)))
  if (file.kind !== 'reviews') throw new Error(`These are ${file.kind}.`)
  const all: (PastReview | Unreadable)[] = []
  for await (const one of file.entries) all.push(one)
  return all
}

const PAGE = { 'Sale Date': '09/24/24', Buyer: 'Jane Doe (janedoe)', Quantity: 1, Price: '20.00', 'Order ID': '3012' }

test('several rows of Etsy are one order, with what it has as a whole once', async () => {
  const { format, orders, ignored } = await ordersOf(
    `\uFEFF${csvOf(
      [...ETSY_ORDER_HEADINGS, 'New Column'],
      [
        {
          ...{ ...PAGE, 'Item Name': 'Moon &quot;Big&quot; Mug', Quantity: 2, 'Item Total': '40.00', SKU: 'MM-1' },
          ...{ 'Order Shipping': '5.00', 'Order Sales Tax': '3.10', 'Shipping Discount': '1.00', Currency: 'USD' },
          ...{ 'Ship Name': 'Jane Doe', 'Ship Address1': '1 Main St', 'Ship Address2': 'Apt\n2', 'Ship City': 'Troy' },
          ...{ 'Ship State': 'NY', 'Ship Zipcode': '12180', 'Ship Country': 'United States', 'New Column': 'x' },
          ...{ 'Date Shipped': '09/26/24', Variations: 'Glaze:Blue', 'Coupon Code': 'HELLO' },
        },
        { ...PAGE, 'Item Name': 'Dish', 'Item Total': '20.00', 'Order Shipping': '5.00', 'Order Sales Tax': '3.10' },
        {
          ...PAGE,
          'Order ID': '3013',
          'Item Name': 'Bowl',
          Buyer: '',
          'Ship Name': 'Ann Li',
          'Discount Amount': '2.00',
        },
      ],
    )}`,
  )
  expect(format).toBe('etsy')
  expect(ignored).toEqual(['Coupon Code', 'New Column'])
  expect(orders).toMatchObject([
    {
      ...{ key: '3012', number: '3012', day: '2024-09-24', line: 2, recipient: 'Jane Doe', currency: 'USD', notes: [] },
      customer: { key: 'janedoe', name: 'Jane Doe', email: '' },
      address: ['1 Main St', 'Apt 2', 'Troy NY 12180', 'United States'],
      status: 'shipped 2024-09-26',
      items: [
        { name: 'Moon "Big" Mug', options: 'Glaze:Blue', sku: 'MM-1', qty: 2, price: 2000 },
        { name: 'Dish', qty: 1, price: 2000 },
      ],
      amounts: { items: 6000, shipping: 500, tax: 310, discount: 100, total: 6710, refunded: null },
    },
    { key: '3013', customer: { key: 'order 3013', name: 'Ann Li' }, amounts: { discount: 200, total: 1800 } },
  ])
  expect(orders[0]).not.toHaveProperty('problem')
})

test.each([
  ['is taken off once when the file has not', '20.00', 1700],
  ['stays when the file has', '17.00', 1700],
])('the discount of an Etsy item %s', async (_, total, expectedDiscount) => {
  const row = { ...PAGE, 'Item Name': 'Mug', 'Item Total': total, 'Discount Amount': '3.00' }
  const { orders } = await ordersOf(csvOf(ETSY_ORDER_HEADINGS, [row]))
  expect(orders[0]?.amounts).toMatchObject({ items: 2000, discount: 300, total: expectedDiscount })
})

test('what discounts of several Etsy rows add up to is not guessed', async () => {
  const row = { ...PAGE, 'Item Name': 'Mug', 'Discount Amount': '3.00' }
  const { orders } = await ordersOf(csvOf(ETSY_ORDER_HEADINGS, [row, row]))
  expect(orders[0]).toMatchObject({
    amounts: { discount: null, total: null },
    notes: [expect.stringContaining('total')],
  })
})

test('a first row of Shopify has the order, further rows its items', async () => {
  const { format, orders } = await ordersOf(
    csvOf(SHOPIFY_ORDER_HEADINGS, [
      {
        ...{ Name: '#1001', Email: 'Ann@Example.com', 'Financial Status': 'partially_refunded', Currency: 'EUR' },
        ...{ 'Fulfillment Status': 'fulfilled', Subtotal: '60.00', Shipping: '5.00', Taxes: '4.80', Total: '69.80' },
        ...{ 'Discount Amount': '0.00', 'Created at': '2024-12-31 23:30:00 -0500', 'Lineitem quantity': 2 },
        ...{ 'Lineitem name': 'Tee - S / Blue', 'Lineitem price': '20.00', 'Lineitem sku': "'0012", Id: "'55501" },
        ...{ 'Billing Name': 'Ann Li', 'Shipping Name': 'Bo Li', 'Shipping Address1': '1 Main St' },
        ...{ 'Shipping City': 'Troy', 'Shipping Zip': "'02180", 'Shipping Province': 'NY', 'Shipping Country': 'US' },
        ...{ 'Refunded Amount': '20.00', 'Cancelled at': '2025-01-02 10:00:00 -0500' },
      },
      { Name: '#1001', 'Lineitem quantity': 1, 'Lineitem name': 'Pin', 'Lineitem price': '20.00' },
      { Name: '', 'Lineitem quantity': 1, 'Lineitem name': 'Lost', 'Lineitem price': '1.00' },
    ]),
  )
  expect(format).toBe('shopify')
  expect(orders).toMatchObject([
    {
      // The day of the shop, which wrote it: in UTC it was the next year.
      ...{ key: '55501', number: '#1001', day: '2024-12-31', currency: 'EUR', recipient: 'Bo Li' },
      customer: { key: 'ann@example.com', name: 'Ann Li', email: 'ann@example.com' },
      address: ['1 Main St', 'Troy NY 02180', 'US'],
      status: 'partially refunded, fulfilled, canceled 2025-01-02',
      items: [
        { name: 'Tee', options: 'S / Blue', sku: '0012', qty: 2, price: 2000 },
        { name: 'Pin', options: '', qty: 1, price: 2000 },
      ],
      amounts: { items: 6000, discount: 0, shipping: 500, tax: 480, total: 6980, refunded: 2000 },
    },
    { key: '', problem: 'This row does not say of which order it is.' },
  ])
})

test('the items of a Square sale are one order, and a refund is reported', async () => {
  const sale = { Date: '2024-03-05', 'Transaction ID': 'tx1', 'Event Type': 'Payment', 'Customer Name': 'Ann Li' }
  const { orders } = await ordersOf(
    csvOf(SQUARE_SALES_HEADINGS, [
      {
        ...{ ...sale, Item: 'Bowl', Qty: '2.0', 'Gross Sales': '$40.00', Discounts: '-$4.00', 'Net Sales': '$36.00' },
        ...{ Tax: '$2.88', 'Price Point Name': 'Large', 'Customer ID': 'C9' },
      },
      {
        ...sale,
        Item: 'Clay',
        Qty: '0.75',
        'Gross Sales': '$7.50',
        Discounts: '$0.00',
        'Net Sales': '$7.50',
        Tax: '$0.00',
      },
      { ...sale, Item: 'Bowl', Qty: '-1', 'Net Sales': '-$18.00', 'Event Type': 'Refund' },
    ]),
  )
  expect(orders).toMatchObject([
    {
      ...{ key: 'tx1', day: '2024-03-05', customer: { key: 'C9', name: 'Ann Li', email: '' } },
      items: [
        { name: 'Bowl', options: 'Large', qty: 2, price: 2000 },
        { name: 'Clay', qty: 1, price: 750 },
      ],
      amounts: { items: 4750, discount: 400, tax: 288, total: 4638 },
      notes: ['“0.75” is not a number of products: one is noted.'],
    },
    { key: 'tx1 refund', problem: expect.stringContaining('refund') },
  ])
})

test('a transaction of Square has what was paid, and its pieces in words', async () => {
  const { orders } = await ordersOf(
    csvOf(SQUARE_TRANSACTION_HEADINGS, [
      {
        ...{ Date: '3/5/24', 'Transaction ID': 'tx1', 'Event Type': 'Payment', 'Gross Sales': '$1,040.00' },
        ...{
          'Partial Refunds': '($5.00)',
          'Total Collected': '$1,123.20',
          Tax: '$83.20',
          Description: '2 x Bowl, Mug',
        },
      },
    ]),
  )
  expect(orders).toMatchObject([
    {
      ...{ key: 'tx1', day: '2024-03-05', customer: null, items: [{ name: '2 x Bowl, Mug', price: 104000 }] },
      amounts: { items: 104000, total: 112320, refunded: 500 },
      notes: [expect.stringContaining('Item Details')],
    },
  ])
})

test('an order of WooCommerce has its whole in each row or in the first alone', async () => {
  const whole = {
    ...{ 'Order Status': 'wc-on-hold', 'Order Date': '2024-12-31 23:30', 'Email (Billing)': 'Ann@Example.com' },
    ...{ 'First Name (Billing)': 'Ann', 'Last Name (Billing)': 'Li', 'Address 1&2 (Billing)': '9 Side St' },
    ...{ 'First Name (Shipping)': 'Bo', 'Last Name (Shipping)': 'Li', 'Address 1&2 (Shipping)': '1 Main St, Apt 2' },
    ...{ 'City (Shipping)': 'Troy', 'State Code (Shipping)': 'NY', 'Postcode (Shipping)': '12180' },
    ...{ 'Country Code (Shipping)': 'US', 'Cart Discount Amount': '4.00', 'Order Subtotal Amount': '60.00' },
    ...{ 'Order Shipping Amount': '5.00', 'Order Total Tax Amount': '4.80', 'Order Total Amount': '65.80' },
    ...{ 'Order Refund Amount': '20.00', 'Payment Method Title': 'Card' },
  }
  const vest = { 'Item #': 1, 'Item Name': 'Vest', SKU: 'V-1', Quantity: 2, 'Item Cost': '20.00' }
  const pin = { 'Item #': 2, 'Item Name': 'Pin', Quantity: 1, 'Item Cost': '20.00' }
  for (const second of [{ 'Order Number': 731, ...whole, ...pin }, pin]) {
    const { format, orders, ignored } = await ordersOf(
      csvOf(WOOCOMMERCE_ORDER_HEADINGS, [{ 'Order Number': 731, ...whole, ...vest }, second, { 'Order Number': 732 }]),
    )
    expect([format, ignored]).toEqual(['woocommerce', ['Payment Method Title']])
    expect(orders).toMatchObject([
      {
        ...{ key: '731', number: '731', day: '2024-12-31', currency: 'USD', recipient: 'Bo Li', status: 'on hold' },
        customer: { key: 'ann@example.com', name: 'Ann Li', email: 'ann@example.com' },
        address: ['1 Main St, Apt 2', 'Troy NY 12180', 'US'],
        items: [
          { name: 'Vest', sku: 'V-1', qty: 2, price: 2000 },
          { name: 'Pin', qty: 1, price: 2000 },
        ],
        amounts: { items: 6000, discount: 400, shipping: 500, tax: 480, total: 6580, refunded: 2000 },
        notes: [],
      },
      { key: '732', day: null, customer: null, items: [] },
    ])
  }
})

test('reviews of Etsy keep their words', async () => {
  const text = 'Lovely!\n<script>alert(1)</script> \u202Eabc &quot;quoted&quot;'
  const reviews = await reviewsOf([
    { reviewer: 'Jane &amp; Co', date_reviewed: '01/14/2024', star_rating: 5, message: text, order_id: 3012 },
    { reviewer: 'Bo', date_reviewed: '2024-02-30', star_rating: 4, message: null },
    { reviewer: 'Bo', date_reviewed: '01/14/2024', star_rating: 'five', message: 'x', order_id: '1' },
    { reviewer: ['x'], star_rating: 5 },
  ])
  expect(reviews).toMatchObject([
    {
      ...{ orderId: '3012', reviewer: 'Jane & Co', rating: 5, day: '2024-01-14', notes: [] },
      text: 'Lovely!\n<script>alert(1)</script> \u202Eabc "quoted"',
    },
    { orderId: '', day: null, text: '' },
    { problem: expect.stringContaining('rating') },
    { line: 1, problem: 'This entry is not a review.' },
  ])
  expect(await reviewsOf({ reviews: [{ star_rating: 5, date_reviewed: '01/14/2024' }] })).toHaveLength(1)
})

test.each([
  ['09/24/26', null],
  ['09/24/24', '2024-09-24'],
  ['9/4/2024', '2024-09-04'],
  ['01/02/05', '2005-01-02'],
  ['01/02/99', null],
  ['12/31/04', null],
  ['24/09/24', null],
  ['02/30/2024', null],
  ['2024-02-29', '2024-02-29'],
  ['2024-02-29T23:59:00-08:00', '2024-02-29'],
  ['2024-02-29 23:59:00 -0800', '2024-02-29'],
  ['2024-02-291', null],
  ['September 24', null],
  ['', null],
])('the day %j of a file is %j', (text, day) => {
  // The first one is a day to come until it has been.
  if (text === '09/24/26') expect([null, '2026-09-24']).toContain(pastDayOf(text))
  else expect(pastDayOf(text)).toBe(day)
})

test('a file of 10,000 columns, of something else or with formulas harms nothing', async () => {
  const wide = [...ETSY_ORDER_HEADINGS, ...Array.from({ length: 10_000 }, (_, at) => `c${at}`)].join(',')
  await expect(ordersOf(`${wide}\n`)).rejects.toMatchObject({ code: 'import_refused' })
  const { orders } = await ordersOf(
    csvOf(ETSY_ORDER_HEADINGS, [{ ...PAGE, 'Item Name': '=cmd|calc!A0', Price: '=1+1', Quantity: '1e9' }]),
  )
  expect(orders).toMatchObject([
    { items: [{ name: '=cmd|calc!A0', price: null, qty: 1 }], amounts: { items: null, total: null } },
  ])
  const utf16 = Buffer.from(`\uFEFF${csvOf(ETSY_ORDER_HEADINGS, [{ ...PAGE, 'Item Name': 'Größe' }])}`, 'utf16le')
  expect((await ordersOf(utf16)).orders[0]?.items[0]?.name).toBe('Größe')
})
