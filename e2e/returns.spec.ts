import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { buy, createProduct, expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { messagesTo } from './messages.ts'
import type { Shopper, SignedIn } from './shoppers.ts'

// The browser lists the form that comes back with what is wrong as a failed load.
test.use({ expectedFailures: [/status of 422/] })

/** An order of two products that was sent, in a shop that takes pieces back for 30 days. */
async function sentOrder(page: Page, admin: SignedIn, shopper: Shopper) {
  const headers = { authorization: `Bearer ${admin.token}` }
  const policy = { days: 30, exchanges: true, postage: 'buyer' }
  expect((await page.request.put('/api/returns/policy', { headers, data: policy })).status()).toBe(200)
  const products = [await createProduct(page, admin), await createProduct(page, admin)]
  const order = await buy(page, shopper, ...products.map(({ slug }) => slug))
  expect((await page.request.put(`/api/orders/${order._id}/shipped`, { headers, data: {} })).status()).toBe(200)
  return { order, names: products.map(({ name }) => name) }
}

test('a buyer asks to return a piece, and withdraws from an order @phone', async ({ page, admin, shopper }) => {
  const { order, names } = await sentOrder(page, admin, shopper)
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByText(/^You can return pieces until/)).toBeVisible()
  await page.getByRole('button', { name: 'Return pieces' }).click()
  await page.getByRole('button', { name: 'Ask for the return' }).click()
  await expect(page.getByText('Choose at least one piece.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('checkbox', { name: names[0] ?? '' }).check()
  await page.getByRole('radio', { name: 'Another piece' }).check()
  await page.getByLabel('Why? (optional)').fill('It is smaller than I thought.')
  await page.getByRole('button', { name: 'Ask for the return' }).click()
  const returns = page.getByRole('region', { name: 'Returns' })
  await expect(returns.getByRole('status')).toContainText(`1 × ${names[0]}`)
  await expect(page.getByRole('button', { name: 'Return pieces' })).toHaveCount(0)
  await expectAccessible(page)

  await page.goto(`/withdraw?order=${order.number}`)
  await page.getByLabel('Your name').fill('Grace Potter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter the email address of the order.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email address of the order').fill(shopper.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`I withdraw from my contract for order ${order.number}.`)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByRole('heading', { name: 'Your statement has arrived' })).toBeVisible()
  await expectAccessible(page)
  const receipts = async () =>
    (await messagesTo(process.env.E2E_OUTBOX ?? '', shopper.email)).filter(({ text }) => text.includes('withdrawal'))
  await expect.poll(async () => (await receipts()).length, { timeout: 60_000 }).toBe(1)
  await page.goto(`/order/${order._id}`)
  await expect(returns.getByRole('status')).toContainText(names[1] ?? '')
})

test('the seller accepts a return, and refunds its pieces @desktop', async ({ page, admin, shopper }) => {
  const { order, names } = await sentOrder(page, admin, shopper)
  const asked = await page.request.post(`/api/orders/${order._id}/returns`, {
    headers: { authorization: `Bearer ${shopper.token}` },
    data: { items: [{ line: 1, qty: 1 }], reason: 'It is smaller than I thought.' },
  })
  expect(asked.status()).toBe(201)
  await admin.signIn(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Answer returns' }).click()
  const card = page.getByRole('listitem').filter({ hasText: `order ${order.number}` })
  await expect(card).toContainText(`1 × ${names[0]}`)
  await expectAccessible(page)
  await card.getByRole('link', { name: `Return, order ${order.number}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByLabel('How to send it back (optional)').fill('Wrap it well.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept and email the buyer' }).click()
  await page.getByRole('link', { name: 'Refund these products' }).click()
  await expect(page.getByRole('radio', { name: 'Products and shipping' })).toBeChecked()
  await page.getByRole('button', { name: /^Refund \$7/ }).click()
  await page
    .getByRole('dialog', { name: TEXT.areYouSure })
    .getByRole('button', { name: /^Refund/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Return', exact: true }).locator('..')).toContainText('Refunded')
  await expect(page.getByRole('link', { name: 'Refund these products' })).toHaveCount(0)
  await expectAccessible(page)
  const accepted = async () =>
    (await messagesTo(process.env.E2E_OUTBOX ?? '', shopper.email)).filter(({ text }) => text.includes('Wrap it well.'))
  await expect.poll(async () => (await accepted()).length, { timeout: 60_000 }).toBe(1)
})

test('the seller exchanges a return, and the buyer pays the difference by the link of the email @desktop', async ({
  page,
  admin,
  shopper,
}) => {
  const { order, names } = await sentOrder(page, admin, shopper)
  const vase = await createProduct(page, admin, { price: 48 })
  const asked = await page.request.post(`/api/orders/${order._id}/returns`, {
    headers: { authorization: `Bearer ${shopper.token}` },
    data: { items: [{ line: 1, qty: 1 }], wish: 'exchange' },
  })
  expect(asked.status()).toBe(201)
  await admin.signIn(page)
  await page.goto(`/order/${order._id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('button', { name: 'Accept and email the buyer' }).click()
  await page.getByRole('link', { name: 'Exchange', exact: true }).click()
  await expect(page.getByText(`1 × ${names[0]} of order ${order.number} comes back.`, { exact: false })).toBeVisible()
  await page.getByLabel('Find a product').fill(vase.name)
  await page.getByRole('list', { name: 'Products to sell' }).getByRole('button', { name: vase.name }).click()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: /^Exchange, and email the link to pay \$\d/ }).click()
  await expect(page.getByText('The buyer gets an email with the link to pay.')).toBeVisible()
  await expectAccessible(page)
  const emails = async () =>
    (await messagesTo(process.env.E2E_OUTBOX ?? '', shopper.email)).filter(({ text }) =>
      text.includes('is left to pay'),
    )
  await expect.poll(async () => (await emails()).length, { timeout: 60_000 }).toBe(1)
  const [email] = await emails()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await shopper.signIn(page)
  await page.goto(new URL(/https?:\S+\/order\/\S+/.exec(email?.text ?? '')?.[0] ?? '').pathname)
  await expect(page.getByRole('button', { name: /^Pay/ }).first()).toBeVisible()
  await expect(page.getByText(vase.name).first()).toBeVisible()
})
