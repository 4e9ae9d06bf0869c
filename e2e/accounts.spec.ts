import type { Page } from '@playwright/test'
import { allowApiKeys } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => localStorage[key] !== '[]'))
// The browser lists a refused call as a failed load.
test.use({ expectedFailures: [/status of (400|401|404)/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Are you sure?' })

test('a user with the API role creates a key, a program uses it, and the user revokes it', async ({
  page,
  shopper,
  request,
}) => {
  await allowApiKeys(shopper.email)
  await shopper.signIn(page)
  await page.goto('/profile')
  await expect(page.getByText('There are no keys yet.')).toBeVisible()
  await expect(page.getByText(`Address: ${new URL('/mcp', page.url()).href}`)).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('alert')).toContainText('Name the key')
  await page.getByLabel('Name of the new key').fill('Stock list')
  await page.getByLabel('Expires').selectOption('In 90 days')
  await page.getByRole('checkbox', { name: 'Orders' }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('code', { hasText: /^boutique_[\w-]{43}$/ }).textContent()) ?? ''
  await expectAccessible(page)
  const details = () => request.get('/api/users/profile', { headers: { authorization: `Bearer ${key}` } })
  expect((await (await details()).json()).email).toBe(shopper.email)

  await page.reload()
  await expect(page.getByText(`${key.slice(0, 15)}…`)).toBeVisible()
  await expect(page.getByText('Read catalog, Orders · Expires')).toBeVisible()
  await expect(page.getByText(/^Last used/)).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Stock list' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await details()).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke Stock list' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('There are no keys yet.')).toBeVisible()
  expect((await details()).status()).toBe(401)
})

test('a user without the API role sees no API keys', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Email Address')).toHaveValue(shopper.email)
  await expect(page.getByRole('heading', { name: 'API keys' })).toHaveCount(0)
})

test('signing out everywhere ends the session of the other browser', async ({ page, browser, shopper, baseURL }) => {
  const other = await (await browser.newContext({ baseURL })).newPage()
  const data = { email: shopper.email, password: shopper.password }
  const userInfo = await (await page.request.post('/api/users/login', { data })).json()
  await other.goto('/contact')
  await other.evaluate((info) => {
    localStorage.setItem('userInfo', JSON.stringify(info))
    localStorage.setItem('shippingAddress', JSON.stringify({ address: '12 Orchard Lane' }))
  }, userInfo)
  await shopper.signIn(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed out everywhere else.')).toBeVisible()
  await expectAccessible(page)
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/login\?redirect=%2Fprofile$/)
  expect(await storedKeys(other)).not.toContain('userInfo')
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email Address')).toHaveValue(shopper.email)
  await other.context().close()
})

test("failing to load the user's details signs out", async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 404, json: { message: 'Gone.' } }))
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile$/)
  expect(await storedKeys(page)).not.toContain('userInfo')
})
