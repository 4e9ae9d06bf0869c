import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript the shop shows its products, and links and pagination work', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Zi Zinnia Mug/ }).first()).toBeVisible()

  await page.goto('/shop')
  const names = () => page.locator('main li a[href^="/products/"]').allTextContents()
  const first = await names()
  expect(first).toHaveLength(12)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/\/shop\/page\/2$/)
  const second = await names()
  expect(second).toHaveLength(12)
  expect(second.filter((name) => first.includes(name))).toEqual([])

  await page.getByRole('link', { name: 'Wine Stoppers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Browse All Wine Stoppers' })).toBeVisible()
  await page.locator('main li a[href^="/products/"]').first().click()
  await expect(page.getByText('In Stock').or(page.getByText('Out of Stock'))).toBeVisible()
})

test('without JavaScript the search form leads to its results, and a blank search to the home page', async ({
  page,
}) => {
  await page.goto('/search?text=mug%20')
  await expect(page).toHaveURL(/\/search\/mug$/)
  await expect(page.getByRole('link', { name: /Zi Zinnia Mug/ }).first()).toBeVisible()
  await page.goto('/search?text=%20')
  await expect(page).toHaveURL(/\/$/)
})

test('without JavaScript the cart says what it needs', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByText('This page needs JavaScript, which is off or has not loaded.')).toBeVisible()
})

test('without JavaScript a list is sorted and filtered', async ({ page }) => {
  await page.goto('/shop')
  await page.getByLabel('Sort').selectOption('price')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL(/[?&]sort=price(&|$)/)
  const panel = page.getByRole('button', { name: 'Filter' })
  if (await panel.isVisible()) await panel.click()
  await page.getByLabel('To $').fill('20')
  await page
    .getByRole('button', { name: /^Show / })
    .filter({ visible: true })
    .click()
  await expect(page).toHaveURL(/[?&]sort=price.*maxPrice=20|maxPrice=20.*sort=price/)
})
