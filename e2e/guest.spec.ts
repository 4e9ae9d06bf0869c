import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { orderLink } from './messages.ts'

// The browser lists a link that no longer works as a failed load.
test.use({ expectedFailures: [/status of 404/] })

const FORM_FIELDS = 'main :is(input:not([type=hidden], [type=radio]), select, textarea):visible'

/** Fails when a page is inaccessible, or wider than the screen. */
async function expectSound(page: Page) {
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

test('a guest buys on two pages and with at most ten fields, and the mailed link opens the order', {
  tag: '@phone',
}, async ({ page, browser }) => {
  test.slow()
  const email = `gus-${Date.now()}@shopper.example`
  await page.goto('/products/little-rainbow-keychain')
  await page.getByRole('button', { name: TEXT.addToCart }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await page.getByRole('link', { name: TEXT.proceedToCheckout }).click()

  // The first page: before the sign-in form.
  await expect(page).toHaveURL(/\/login\?redirect=shipping$/)
  const guest = page.getByRole('region', { name: 'Check out as a guest' })
  await expect(guest.getByRole('button')).toBeInViewport()
  await expectSound(page)
  let fields = await guest.locator('input').count()
  await guest.getByRole('button').click()
  await expect(page.getByRole('alert')).toContainText(TEXT.completeAllFields)
  await guest.getByLabel(TEXT.name).fill('Gus Murray')
  await guest.getByLabel('Email for your receipt').fill(email)
  const robot = guest.getByLabel('I am not a robot')
  await guest.getByRole('button').click()
  if (await robot.isVisible()) {
    await robot.check()
    await guest.getByRole('button').click()
  }

  // The second page: address and total.
  await expect(page).toHaveURL(/\/shipping$/)
  await expect(page.getByRole('navigation', { name: 'Checkout' })).toBeVisible()
  await expectSound(page)
  fields += await page.locator(FORM_FIELDS).count()
  for (const field of await page.locator('form').locator(FORM_FIELDS).all()) {
    await expect(field).toHaveAccessibleName(/\S/)
    await expect(field).toHaveAttribute('autocomplete', /\S/)
  }
  expect(fields).toBeLessThanOrEqual(10)
  await page.getByLabel('Address', { exact: true }).fill('12 Orchard Lane')
  await page.getByLabel('City').fill('Madison')
  await page.getByLabel('State').selectOption('WI')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert')).toContainText(TEXT.addressIncomplete)
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription('Enter the ZIP code.')
  await page.getByLabel('Postal Code').fill('53703')
  await page.getByRole('button', { name: 'Continue to payment' }).click()

  // The card form, on the first screen.
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
  for (const name of ['Apple Pay', 'Google Pay'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('111')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Thank you, Gus! Your order is confirmed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Save your details for next time?' })).toBeVisible()
  await expectSound(page)

  const link = await orderLink(process.env.E2E_OUTBOX ?? '', email)
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByText('12 Orchard Lane')).toBeVisible()
  await expect(other.getByText(TEXT.paidOn)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Save your details for next time?' })).toHaveCount(0)
  await expectSound(other)

  await page.getByLabel(TEXT.password, { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(page.getByLabel(TEXT.password, { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('Your account is ready, and this order is in it.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: TEXT.myOrders }).getByText('Little Rainbow Keychain')).toBeVisible()
  await expectSound(page)

  // The order is in an account now, so its link has ended.
  await other.reload()
  await expect(other.getByText('This link no longer works')).toBeVisible()
  await expectSound(other)
  await other.context().close()
})
