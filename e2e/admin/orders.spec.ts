import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { buy } from '../checkout.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { messagesTo } from '../messages.ts'
import { chooseFilter, openDrawer, openRow } from './drawers.ts'

// The browser lists the refusal of a tracking number as a failed load.
test.use({ expectedFailures: [/status of 400/] })

const CLIPS = 'kids-gingham-clip-pair'
const BRACELET = 'kids-rainbow-bead-bracelet'

/** Presses a button that asks for confirmation, and confirms once the dialog shows `sentence`. */
async function confirm(page: Page, button: string | RegExp, sentence: string | RegExp, action: string | RegExp) {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: TEXT.areYouSure })
  await expect(dialog).toContainText(sentence)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

const rowOf = (page: Page, { number }: { number: number }) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select order ${number}` }) })

test('the seller ships an order with its tracking, and the buyer can follow the parcel', async ({
  page,
  admin,
  shopper,
}) => {
  test.slow()
  const order = await buy(page, shopper, CLIPS, BRACELET)
  await admin.signIn(page)
  await page.goto(`/order/${order._id}`)
  const desk = page.getByRole('region', { name: 'Order desk' })
  await openRow(page, 'Notes and timeline')
  await expect(desk.getByText('Placed by Grace Potter.')).toBeVisible()
  await expect(desk.getByText(/^Paid \$.+ ending in 1111\./)).toBeVisible()
  await expectAccessible(page)
  await desk.getByLabel('Carrier').selectOption('UPS')
  await desk.getByLabel('Tracking number').fill('1Z999 <AA>')
  await confirm(page, TEXT.markShipped, `Email Grace that order ${order.number} has shipped?`, 'Ship and email')
  await expect(desk.getByRole('alert')).toContainText(
    'A tracking number can only have letters, digits, spaces and hyphens.',
  )
  await desk.getByLabel('Tracking number').fill('1Z999AA1')
  await confirm(page, TEXT.markShipped, `Email Grace that order ${order.number} has shipped?`, 'Ship and email')
  await expect(page.getByText(TEXT.shippedBadge)).toBeVisible()
  await expect(desk.getByText('Shipped with UPS, tracking number 1Z999AA1.')).toBeVisible()
  await desk.getByLabel('Tracking number').fill('1Z999AA2')
  await desk.getByRole('button', { name: 'Save Tracking' }).click()
  await expect(desk.getByText('Shipped with UPS, tracking number 1Z999AA2.')).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => (await noticesTo(shopper.email)).map(({ text }) => text), { timeout: 60_000 })
    .toEqual([expect.stringMatching(/Shipped with UPS\.[\s\S]+https:\/\/www\.ups\.com\/track\?tracknum=1Z999AA/)])

  await page.evaluate(() => localStorage.clear())
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByText('UPS 1Z999AA2')).toBeVisible()
  const link = page.getByRole('link', { name: 'Track package' })
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999AA2')
  await expect(page.getByRole('region', { name: 'Order desk' })).toHaveCount(0)
  await expectAccessible(page)
})

const noticesTo = async (email: string) =>
  (await messagesTo(process.env.E2E_OUTBOX ?? '', email)).filter(({ headers }) =>
    headers.subject?.endsWith('is on its way'),
  )

test('the seller refunds a part of the payment, then the rest, with the items', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  const order = await buy(page, shopper, CLIPS)
  await admin.signIn(page)
  await page.goto(`/order/${order._id}`)
  const refund = page.getByRole('region', { name: 'Refund' })
  await openRow(page, 'Refund')
  await expect(refund.getByLabel('Amount in dollars')).toHaveValue(order.totalPrice.toFixed(2))
  await refund.getByRole('radio', { name: 'Another amount' }).check()
  await refund.getByLabel('Amount in dollars').fill('400')
  await expect(refund.getByRole('button', { name: 'Refund' })).toBeDisabled()
  await expect(refund.getByText(/^Enter an amount from \$0\.01 to/)).toBeVisible()
  await expectAccessible(page)
  await refund.getByLabel('Amount in dollars').fill('1.25')
  await expect(refund.getByLabel('Restock these products')).toHaveCount(0)
  await confirm(page, 'Refund $1.25', 'Refund $1.25 to Grace Potter’s card?', 'Refund $1.25')
  await expect(refund.getByRole('status')).toHaveText('Refunded: $1.25. A refund reaches the card in a few days.')
  await expect(refund.getByRole('status')).toBeFocused()
  await expect(refund.getByRole('status')).toBeInViewport({ ratio: 1 })
  const rest = (order.totalPrice - 1.25).toFixed(2)
  await expect(refund.getByLabel('Amount in dollars')).toHaveValue(rest)
  await refund.getByRole('radio', { name: 'Products and shipping' }).check()
  await expect(refund.getByRole('button', { name: 'Refund' })).toBeDisabled()
  await refund.getByRole('checkbox', { name: /^Refund / }).check()
  await refund.getByLabel(/^Restock /).check()
  await refund.getByLabel(/^Shipping, /).check()
  await refund.getByLabel('Reason').fill('The clip broke.')
  await expect(refund.getByRole('button', { name: `Refund $${rest}` })).toBeEnabled()
  await expectAccessible(page)
  await refund.getByRole('radio', { name: 'All that is left' }).check()
  await refund.getByLabel('Restock these products').check()
  await confirm(page, `Refund $${rest}`, 'The products will be restocked.', `Refund $${rest}`)
  await expect(refund.getByText('This order is refunded in full, or the refund is on its way.')).toBeVisible()
  await openRow(page, 'Notes and timeline')
  await expect(page.getByText(/^Refund of \$1\.25, by .+/)).toBeVisible()
  await expect(page.getByText(new RegExp(`^Refund of \\$${rest}, by .+`))).toBeVisible()
  await expectAccessible(page)
})

test('the seller finds orders, ships two at once, and prints packing slips and a pick list', async ({
  page,
  admin,
  shopper,
}) => {
  test.slow()
  const first = await buy(page, shopper, CLIPS)
  const second = await buy(page, shopper, CLIPS, BRACELET)
  await admin.signIn(page)
  await page.goto('/admin/orderlist')
  await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('paid')
  await chooseFilter(page, 'Delivery', 'waiting')
  await page.getByLabel('Search orders', { exact: true }).fill(shopper.email)
  await expect(page.getByRole('status').filter({ hasText: '2 orders' })).toBeVisible()
  await expect(page).toHaveURL(/delivery=waiting&keyword=shopper/)
  await expect(rowOf(page, first)).toContainText('Demo')
  await expectAccessible(page)
  for (const order of [first, second]) await rowOf(page, order).getByRole('checkbox').check()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Print packing slips' }).click()
  const slip = page.getByRole('region', { name: `Packing slip of order ${second.number}` })
  await expect(slip).toContainText('12 Orchard Lane')
  await expect(slip).toContainText('Demo order: no money was paid. Do not ship anything.')
  await expect(slip).not.toContainText('$')
  await expectAccessible(page)
  await expectOnlySheets(page)
  await page.goBack()
  for (const order of [first, second]) await rowOf(page, order).getByRole('checkbox').check()
  await page.getByRole('link', { name: 'Print pick list' }).click()
  const clips = page.getByRole('checkbox', { name: new RegExp(`2 ×.+1 for ${first.number}, 1 for ${second.number}`) })
  await clips.check()
  await expectAccessible(page)
  await expectOnlySheets(page)
  await page.goBack()

  for (const order of [first, second]) await rowOf(page, order).getByRole('checkbox').check()
  await confirm(page, /^Mark shipped$/, 'Buyers who get emails are told.', TEXT.markShipped)
  await expect(page.getByText('2 orders are marked as shipped. The emails go out in 30 seconds.')).toBeVisible()
  await expect(page.getByText('No matches.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 orders wait again, and their buyers get no emails.')).toBeVisible()
  for (const order of [first, second]) await rowOf(page, order).getByRole('checkbox').check()
  await confirm(page, /^Mark shipped$/, 'Buyers who get emails are told.', TEXT.markShipped)
  await expect(page.getByText('2 orders are marked as shipped.')).toBeVisible()
  await chooseFilter(page, 'Delivery', 'shipped')
  await expect(rowOf(page, first)).toContainText(TEXT.shipped)
  await expect.poll(async () => (await noticesTo(shopper.email)).length, { timeout: 60_000 }).toBe(2)
})

/** The printout has the sheets and no controls. */
async function expectOnlySheets(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.sheet').first()).toBeVisible()
  for (const part of ['banner', 'navigation', 'contentinfo', 'button', 'heading'] as const)
    for (const one of await page.getByRole(part).all())
      if (part !== 'heading' || !(await one.evaluate((node) => node.closest('.sheet')))) await expect(one).toBeHidden()
  await page.emulateMedia({ media: null })
}

test('the seller marks an unpaid order as shipped and records a cash payment', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  const order = await shopper.placeOrder(CLIPS)
  await admin.signIn(page)
  await page.goto(`/admin/orderlist?payment=unpaid&keyword=${order.number}`)
  await page.getByRole('button', { name: `${TEXT.markShipped}: order ${order.number}` }).click()
  const dialog = page.getByRole('dialog', { name: TEXT.areYouSure })
  await expect(dialog).toContainText(`This order is not paid. Mark order ${order.number} as paid`)
  await dialog.getByLabel('In cash').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: TEXT.markShipped }).click()
  await expect(page.getByText(`Order ${order.number} is marked as shipped.`)).toBeVisible()
  await page.goto(`/admin/orderlist?keyword=${order.number}`)
  await expect(rowOf(page, order)).toContainText(/in cash/)
  await expect(rowOf(page, order)).toContainText(TEXT.shipped)
})

test('a canceled and a refunded order say why they cannot be marked as shipped', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  const refundedOrder = await buy(page, shopper, CLIPS)
  const canceledOrder = await shopper.placeOrder(CLIPS)
  await shopper.signIn(page)
  await page.goto(`/order/${canceledOrder._id}`)
  await confirm(page, 'Cancel this order', '', 'Cancel this order')
  await expect(page.getByText('This order is canceled.').first()).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await admin.signIn(page)
  await page.goto(`/order/${refundedOrder._id}`)
  const total = refundedOrder.totalPrice.toFixed(2)
  await openRow(page, 'Refund')
  await confirm(page, `Refund $${total}`, '', `Refund $${total}`)
  await expect(page.getByText('This order is refunded in full, or the refund is on its way.')).toBeVisible()
  await expect(page.getByText('Refunded in full: nothing to ship.')).toBeVisible()
  await expect(page.getByRole('button', { name: TEXT.markShipped })).toHaveCount(0)
  const lists = [
    [`/admin/orderlist?payment=unpaid&keyword=${canceledOrder.number}`, canceledOrder, 'canceled'],
    [`/admin/orderlist?keyword=${refundedOrder.number}`, refundedOrder, 'refunded in full'],
  ] as const
  for (const [list, order, state] of lists) {
    await page.goto(list)
    const button = rowOf(page, order).getByRole('button', { name: TEXT.markShipped })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(`This order was ${state}, so there is nothing to ship.`)
    await button.focus()
    await expect(rowOf(page, order).getByRole('tooltip')).toBeVisible()
    await button.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('deleting an order warns about its state and still deletes it', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  const order = await buy(page, shopper, CLIPS)
  const open = await shopper.placeOrder(CLIPS)
  await admin.signIn(page)
  await page.goto(`/admin/orderlist?keyword=${order.number}`)
  const row = rowOf(page, order)
  await expect(row).toContainText(shopper.email)
  const remove = row.getByRole('button', { name: `Delete order ${order.number}` })
  await expect(remove).toHaveAccessibleDescription('This order is paid and waiting to be shipped.')
  await expect(remove).toBeEnabled()
  await remove.focus()
  await expect(row.getByRole('tooltip')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Delete order ${order.number}` }).click()
  const dialog = page.getByRole('dialog', { name: TEXT.areYouSure })
  await expect(dialog).toContainText('The payment record is kept')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog).toContainText('has not been shipped or refunded')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await expect(page.getByText(`Order ${order.number} Deleted!`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto(`/admin/orderlist?show=deleted&keyword=${order.number}`)
  await page.getByRole('button', { name: `Restore order ${order.number}` }).click()
  await expect(page.getByText(`Order ${order.number} is back in your orders.`)).toBeVisible()

  await page.goto(`/admin/orderlist?payment=unpaid&keyword=${open.number}`)
  await expect(rowOf(page, open)).toContainText(TEXT.notPaid)
  await page.getByRole('link', { name: `Go To Order ${open.number}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${open.number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: TEXT.markShipped })).toHaveAccessibleDescription(
    'This order is not paid.',
  )
  await expectAccessible(page)
  await confirm(page, 'Delete order', `Delete order ${open.number}?`, 'Delete')
  await expect(page).toHaveURL('/admin/orderlist')
  await expect(page.getByText(`Order ${open.number} Deleted!`)).toBeVisible()
  await expectAccessible(page)
})

test('the seller exports the listed orders as a file', { tag: '@phone' }, async ({ page, admin, shopper }) => {
  const order = await shopper.placeOrder(CLIPS)
  await admin.signIn(page)
  await page.goto(`/admin/orderlist?payment=unpaid&keyword=${shopper.email}`)
  await expect(rowOf(page, order)).toBeVisible()
  await openDrawer(page, 'More actions')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('orders.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toMatch(/^\uFEFFOrder,Placed,/)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(`${order.number},`)
})

test('a postage file goes out, and its tracking numbers come back as a file', { tag: '@phone' }, async ({
  page,
  admin,
  shopper,
}) => {
  const order = await buy(page, shopper, CLIPS)
  await admin.signIn(page)
  await page.goto('/admin/orderlist')
  await openDrawer(page, 'More actions')
  await page.getByRole('link', { name: 'Postage' }).click()
  await expect(page.getByText(/The file has \d+ package/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the file' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(`\n${order.number},Grace Potter,,`)
  const file = `Order ID,Tracking Number\n${order.number},9400111899223857263499\n9999999,1Z999AA10123456784\n`
  const choose = page.getByLabel('Choose a file')
  await choose.setInputFiles({ name: 'labels.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('1 of 2 rows would mark an order as shipped.')).toBeVisible()
  await expect(page.getByRole('row', { name: /USPS 9400111899223857263499 Ships/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /9999999 .+ No such order/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ship 1 order' }).click()
  await expect(page.getByText('1 order is marked as shipped.')).toBeVisible()
  await choose.setInputFiles({ name: 'labels.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByRole('row', { name: /Shipped before/ })).toBeVisible()
})
