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
