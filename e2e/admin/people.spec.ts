import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { buy } from '../checkout.ts'
import { ADMIN } from '../demo-shop.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { messagesTo } from '../messages.ts'
import { signedInAs } from '../shoppers.ts'

const PASSWORD = 'a helper with a long secret'

/** Waits for the message of an invitation and returns the path of its link. */
async function invitationPath(email: string) {
  for (;;) {
    const texts = (await messagesTo(process.env.E2E_OUTBOX ?? '', email)).map(({ text }) => text)
    const [path] = /\/invitation#[\w-]+/.exec(texts.join('\n')) ?? []
    if (path) return path
    await setTimeout(200)
  }
}

async function invite(page: Page, email: string) {
  await page.goto('/admin/userlist')
  await page.getByRole('link', { name: 'Invite someone' }).click()
  await page.getByLabel('Email Address').fill(email)
  await expect(page.getByRole('radio', { name: 'Packer' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText(`The invitation to ${email} is on its way.`)).toBeVisible()
  return invitationPath(email)
}

test('a helper who is invited packs orders, and sees nothing of payments, people or settings', async ({
  page,
  browser,
  admin,
  shopper,
  baseURL,
}) => {
  const order = await buy(page, shopper, 'kids-gingham-clip-pair')
  await admin.signIn(page)
  const email = `helper-${randomUUID()}@shop.example`
  const path = await invite(page, email)

  const helper = await (await browser.newContext({ baseURL, viewport: page.viewportSize() })).newPage()
  await helper.goto(path)
  await expect(helper.getByText('You are invited to pack orders')).toBeVisible()
  await expectAccessible(helper)
  await helper.getByLabel('Name', { exact: true }).fill('Pia Packer')
  await helper.getByLabel(TEXT.password, { exact: true }).fill(PASSWORD)
  await helper.getByLabel(TEXT.confirmPassword).fill(PASSWORD)
  await helper.getByRole('button', { name: 'Start' }).click()
  await expect(helper.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const menu = helper.getByRole('navigation', { name: 'Admin' }).first()
  await expect(menu.getByRole('link', { name: 'Products' })).toBeVisible()
  for (const name of ['Coupons', 'Settings', 'Users']) await expect(menu.getByRole('link', { name })).toHaveCount(0)
  await expect(helper.getByRole('button', { name: 'Export' })).toHaveCount(0)
  await expectAccessible(helper)

  await helper.goto(`/order/${order._id}`)
  await expect(helper.getByRole('heading', { name: 'Package' })).toBeVisible()
  for (const name of ['Refund', 'Delete', 'Change address'])
    await expect(helper.getByRole('button', { name })).toHaveCount(0)
  await expect(helper.getByText('VISA')).toHaveCount(0)
  await expectAccessible(helper)

  await helper.goto('/admin/settings')
  await expect(helper.getByRole('heading', { name: 'We can’t find that page' })).toBeVisible()
  await helper.goto('/admin/productlist')
  await helper
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  const pieces = helper.getByLabel(/pieces on the shelf$/).first()
  const before = Number(await pieces.inputValue())
  await pieces.fill(String(before + 3))
  await expect(helper.getByLabel('Price')).toHaveCount(0)
  await expectAccessible(helper)
  await helper.getByRole('button', { name: 'Update Product' }).click()
  await expect(helper.getByText(/is saved\./)).toBeVisible()
  await helper.context().close()
})

test('an account with the address of an invitation signs in to accept it', { tag: '@phone' }, async ({
  page,
  admin,
  browser,
  shopper,
  baseURL,
}) => {
  await admin.signIn(page)
  const path = await invite(page, shopper.email)
  const helper = await (await browser.newContext({ baseURL, viewport: page.viewportSize() })).newPage()
  await helper.goto(path)
  await helper.getByRole('link', { name: 'Sign in', exact: true }).last().click()
  await helper.getByLabel('Email Address').fill(shopper.email)
  await helper.getByLabel(TEXT.password, { exact: true }).fill(shopper.password)
  await helper.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
  await helper.getByRole('button', { name: 'Accept' }).click()
  await expect(helper.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await helper.context().close()
})

test('an invitation that is revoked is over', { tag: '@phone' }, async ({ page, admin, browser, baseURL }) => {
  await admin.signIn(page)
  const email = `helper-${randomUUID()}@shop.example`
  const path = await invite(page, email)
  await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click()
  await page.getByRole('dialog', { name: TEXT.areYouSure }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(email)).toHaveCount(1)
  const helper = await (await browser.newContext({ baseURL })).newPage()
  await helper.goto(path)
  await expect(helper.getByText('This invitation was used, revoked or is over.')).toBeVisible()
  await helper.context().close()
})

test('an admin stays signed in on a trusted device, and signs out another one', { tag: '@phone' }, async ({
  page,
  request,
  shopper,
}) => {
  // Accounts of their own: the session that other journeys share stays.
  const other = await signedInAs(request, { email: shopper.email, password: shopper.password })
  await page.goto('/login?redirect=%2Fadmin')
  const trust = page.getByLabel('Keep me signed in on this device for 30 days')
  await expect(trust).not.toBeChecked()
  await expectAccessible(page)
  await trust.check()
  await page.getByLabel('Email Address').fill(ADMIN.email)
  await page.getByLabel(TEXT.password, { exact: true }).fill(ADMIN.password)
  await page.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
  await expect(page).toHaveURL(/\/admin\//)
  await page.goto('/profile')
  const devices = page.getByRole('region', { name: 'Your devices' })
  await expect(devices.getByText('Signed in for 30 days').first()).toBeVisible()
  await expect(devices.getByText('This device')).toBeVisible()

  await shopper.signIn(page)
  await page.goto('/profile')
  await expect(devices.getByText('This device')).toBeVisible()
  const device = devices.getByRole('button', { name: /^Sign out .*signed in/ })
  const count = await device.count()
  await expectAccessible(page)
  await device.first().click()
  await page.getByRole('dialog', { name: TEXT.areYouSure }).getByRole('button', { name: 'Sign out' }).click()
  await expect(device).toHaveCount(count - 1)
  const answer = await request.get('/api/orders/myorders', { headers: { authorization: `Bearer ${other.token}` } })
  expect(answer.status()).toBe(401)
})

test('shoppers who sign in are not asked about their device', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('main').getByRole('button', { name: TEXT.signIn })).toBeEnabled()
  await expect(page.getByLabel('Keep me signed in')).toHaveCount(0)
})
