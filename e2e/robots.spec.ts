import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { ADMIN, openDemoShop } from './demo-shop.ts'
import { test as everyday, expect, expectAccessible } from './fixtures.ts'
import { signedInAs } from './shoppers.ts'

const PASSWORD = 'a long enough secret'

/** A shop of its own with robot check and rate limits, which the shop of the other journeys has turned off. */
const test = everyday.extend<object, { checkingUrl: string }>({
  checkingUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const shop = await openDemoShop({ ROBOT_CHECK: 'altcha', RATE_LIMITS: 'on' })
      await use(shop.url)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ checkingUrl }, use) => use(checkingUrl),
  // The browser lists calls that the shop refuses or the test aborts as failed loads.
  expectedFailures: [/status of (400|401|403)|ERR_FAILED/],
})

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const box = (page: Page) => page.getByRole('checkbox', { name: 'I am not a robot' })
const scriptsOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

test('registration requires the robot check, which the browser solves', async ({ page, browserName }) => {
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.goto('/')
  expect(await scriptsOf(page)).not.toContainEqual(expect.stringMatching(/altcha|robots/))
  await page.goto('/register?redirect=profile')
  await expect(box(page)).not.toBeChecked()
  await expectAccessible(page)

  await press(page, TEXT.register)
  await expect(page.getByRole('alert')).toContainText(TEXT.completeAllFields)
  const email = `kim-${browserName}-${Date.now()}@shopper.example`
  const confirm = TEXT.confirmPassword
  await fill({ [TEXT.name]: 'Kim Weaver', [TEXT.emailAddress]: email, [TEXT.password]: PASSWORD, [confirm]: 'another' })
  await press(page, TEXT.register)
  await expect(page.getByRole('alert')).toContainText(TEXT.passwordsDoNotMatch)
  await fill({ [TEXT.confirmPassword]: PASSWORD })
  await press(page, TEXT.register)
  await expect(page.getByRole('alert')).toContainText(TEXT.completeRobotCheck)
  await expect(box(page)).toBeFocused()
  await expect(page.getByLabel(TEXT.name, { exact: true })).toHaveValue('Kim Weaver')
  await expectAccessible(page)

  // The shop refuses this password. The solution cannot be used again, so the form solves a new challenge by itself.
  await fill({ [TEXT.password]: 'password1', [TEXT.confirmPassword]: 'password1' })
  await page.keyboard.press('Tab')
  await box(page).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Checked' })).toBeVisible()
  await expectAccessible(page)
  await press(page, TEXT.register)
  await expect(page.getByRole('alert')).toContainText('too common')
  await fill({ [TEXT.password]: PASSWORD, [TEXT.confirmPassword]: PASSWORD })
  await press(page, TEXT.register)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue(email)
})

test('the sixth place in line of a network needs the robot check, which the browser solves', async ({ page }) => {
  const { token } = await signedInAs(page.request, ADMIN)
  const options = { headers: { authorization: `Bearer ${token}` } }
  const { products } = await (await page.request.get('/api/products')).json()
  const startsAt = new Date(Date.now() + 30 * 60_000).toISOString()
  const newDrop = { ...options, data: { name: 'Checked cups', startsAt } }
  const { _id, slug } = await (await page.request.post('/api/admin/drops', newDrop)).json()
  const piece = products.find((product: { axes?: string[] }) => !product.axes)
  const filling = await page.request.put(`/api/admin/drops/${_id}`, { ...options, data: { productIds: [piece._id] } })
  expect(filling.status()).toBe(200)
  for (let count = 0; count < 5; count++)
    expect((await page.request.post(`/api/drops/${slug}/tickets`, { data: {} })).status()).toBe(201)
  expect((await page.request.post(`/api/drops/${slug}/tickets`, { data: {} })).status()).toBe(403)
  await page.goto(`/drops/${slug}`)
  expect(await scriptsOf(page)).not.toContainEqual(expect.stringMatching(/altcha/))
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in line' })).toBeVisible()
  await expect(page.getByText('5 people are waiting with you')).toBeVisible()
  expect(await scriptsOf(page)).toContainEqual(expect.stringMatching(/altcha/))
})
