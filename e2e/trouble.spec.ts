import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { delayRequests } from './slowness.ts'

// The browser lists the 404 of a missing page as a failed load.
test.use({ expectedFailures: [/status of 404/] })

test.describe('a missing page', () => {
  test('says so and has a link to the shop', async ({ page }) => {
    const answer = await page.goto('/spaceships')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText('We can’t find that')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: /shop/i }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  })

  test('an unknown category still shows the other categories', async ({ page }) => {
    await page.goto('/category/spaceships')
    await expect(page.getByRole('link', { name: 'Keychains' }).first()).toBeVisible()
  })
})

test("another user's order is a 404 page", async ({ page, shopper, otherShopper }) => {
  const order = await otherShopper.placeOrder('little-rainbow-keychain')
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByRole('main')).toContainText('We can’t find that order')
  await expect(page.getByText(order.user.email)).toHaveCount(0)
})

test('a page for users sends a visitor to the sign-in form, and then back', async ({ page, shopper }) => {
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile$/)
  await page.getByLabel('Email Address').fill(shopper.email)
  await page.getByLabel('Password').fill(shopper.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('clicks before the scripts load take effect and last', async ({ page }) => {
  const release = await delayRequests(page, '**/assets/*.js')
  const opening = page.goto('/contact')
  await page.getByRole('button', { name: 'Search' }).first().click()
  const dialog = page.getByRole('dialog', { name: TEXT.searchTitle })
  await dialog.getByRole('searchbox').fill('wi')
  release()
  await opening
  const box = dialog.getByRole('combobox')
  await expect(box).toHaveValue('wi')
  await box.pressSequentially('ne')
  await expect(dialog.getByRole('option').first()).toHaveText('Wine Stoppers')
})
