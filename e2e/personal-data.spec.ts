import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { buy, createProduct, expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { messagesTo } from './messages.ts'

// The browser lists a refused call as a failed load.
test.use({ expectedFailures: [/status of (401|409|410|422)/] })

async function expectSound(page: Page) {
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

/** Presses the button, and returns the text of the file that it saves. */
async function savedFile(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^your-data-\d{4}-\d\d-\d\d\.html$/)
  return readFile(await download.path(), 'utf8')
}

test('a shopper downloads everything that the shop holds, and deletes the account once nothing is under way', {
  tag: '@phone',
}, async ({ page, shopper, admin }) => {
  test.slow()
  const { slug } = await createProduct(page, admin)
  await buy(page, shopper, slug)
  await shopper.placeOrder(slug)
  await shopper.signIn(page)
  await page.goto('/profile')
  const file = await savedFile(page, 'Download my data')
  expect(file).toContain('12 Orchard Lane')
  const deletion = page.getByRole('region', { name: 'Delete your account' })
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByText(/^Order \d+ is paid and ships by /)).toBeVisible()
  await expect(deletion.getByLabel(TEXT.password, { exact: true })).toHaveCount(0)
  await expectSound(page)

  const headers = { authorization: `Bearer ${admin.token}` }
  const { orders } = await (await page.request.get(`/api/orders?keyword=${shopper.email}`, { headers })).json()
  const { _id: paidOrderId } = orders.find(({ isPaid }: { isPaid: boolean }) => isPaid)
  await page.request.put(`/api/orders/${paidOrderId}/shipped`, { headers, data: {} })
  await page.reload()
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await expect(page.getByText('Your unpaid order is canceled.')).toBeVisible()
  const password = deletion.getByLabel(TEXT.password, { exact: true })
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(page.getByText(TEXT.completeAllFields)).toBeVisible()
  await password.fill('not this one')
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(password).toHaveAccessibleDescription('This is not your password.')
  await expectSound(page)
  await password.fill(shopper.password)
  await page.getByRole('button', { name: 'Delete my account', exact: true }).click()
  await expect(page).toHaveURL(/\/your-data$/)
  await expect(page.getByRole('heading', { name: 'Deleted' })).toBeVisible()
  await expectSound(page)
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBe(null)
  const data = { email: shopper.email, password: shopper.password }
  expect((await page.request.post('/api/users/login', { data })).status()).toBe(401)

  // The file itself, without a network.
  await page.context().setOffline(true)
  await page.goto('about:blank')
  await page.setContent(file)
  await expectSound(page)
})

test('a guest opens a mailed link, downloads what the shop holds, and deletes it', { tag: '@phone' }, async ({
  page,
  request,
  admin,
}) => {
  test.slow()
  const email = `gus-${randomUUID()}@shopper.example`
  const { slug } = await createProduct(page, admin, { qty: 0 })
  const { _id: product } = await (await request.get(`/api/products/${slug}`)).json()
  await page.goto(`/requests/back/${product}`)
  await page.getByLabel('Email Address').fill(email)
  const robot = page.getByLabel('I am not a robot')
  if (await robot.isVisible()) await robot.check()
  await page.locator('main form').getByRole('button').last().click()
  await expect(page.getByText(email)).toBeVisible()

  await page.goto('/orders/find')
  await page.getByRole('link', { name: 'See, download or delete your data' }).click()
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  await page.getByLabel('Email Address').fill(email)
  await expectSound(page)
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText('a link is on its way. It works for an hour.')).toBeVisible()
  await expect.poll(async () => (await messagesTo(process.env.E2E_OUTBOX ?? '', email)).length).toBeGreaterThan(1)
  const texts = (await messagesTo(process.env.E2E_OUTBOX ?? '', email)).map(({ text }) => text).join('\n')
  const [link = ''] = /\/your-data#[\w.-]+/.exec(texts) ?? []
  await page.goto('/contact')
  await page.goto(link)
  await expect(page.getByText('Your request about a piece is deleted.')).toBeVisible()
  await expectSound(page)
  expect(await savedFile(page, 'Download my data')).toContain(email)
  await page.getByRole('button', { name: 'Delete my data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my data' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted' })).toBeVisible()

  await page.goto('/contact')
  await page.goto(`${link}x`)
  await expect(page.getByText('This link has expired. Ask for a new one.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('button', { name: 'Email me the link' })).toBeVisible()
})
