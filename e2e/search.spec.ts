import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { test } from './own-shop.ts'
import { isHydrated } from './scripts.ts'
import { slowDown } from './slowness.ts'

const pieces = (page: Page) => page.getByRole('main').locator('li a[href^="/products/"]')
const count = (page: Page) => page.getByRole('main').getByRole('status').first()
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 991

async function openSearch(page: Page) {
  await page.getByRole('button', { name: 'Search' }).first().click()
  const dialog = page.getByRole('dialog', { name: TEXT.searchTitle })
  const box = dialog.getByRole('combobox', { name: 'Search for' })
  await expect(box).toBeFocused()
  return { dialog, box, options: dialog.getByRole('option') }
}

test('typing suggests products with photo and price, and the keyboard chooses one', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/contact')
  const { dialog, box, options } = await openSearch(page)
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.pressSequentially('zinia mu')
  await expect(options.first()).toContainText('Zi Zinnia Mug$34.00')
  await expect(options.first().getByRole('presentation').or(options.first().locator('img'))).toBeVisible()
  await expect(options.last()).toHaveText('See all results for “zinia mu”')
  await expect(dialog.getByRole('status')).toContainText(/\d+ suggestions?/)
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)

  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(box).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\/zi-zinnia-mug$/)
  await expect(dialog).toBeHidden()
})

test('Escape closes the suggestions, then the dialog, and returns the focus', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/contact')
  const { dialog, box, options } = await openSearch(page)
  await box.fill('wine')
  await expect(options.first()).toHaveText('Wine Stoppers')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search' }).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
})

test('a suggestion can be clicked, and Enter searches for the typed text as it is', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/contact')
  const first = await openSearch(page)
  await first.box.fill('wine')
  await first.options.filter({ hasText: /^Wine Stoppers$/ }).click()
  await expect(page).toHaveURL(/\/category\/wine-stoppers$/)

  const second = await openSearch(page)
  await second.box.fill('charm')
  await second.options.last().click()
  await expect(page).toHaveURL(/\/search\/charm$/)

  const third = await openSearch(page)
  await third.box.fill(' blue mug ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\/blue%20mug$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${TEXT.searchResults} blue mug`)
})

test('the field keeps every letter while suggestions load', { tag: '@phone' }, async ({ page }) => {
  const words = 'a mug with a blue zinnia on it for my aunt who has a garden'
  await page.goto('/contact')
  await slowDown(page)
  await page.getByRole('button', { name: 'Search' }).first().press('Enter')
  await page.keyboard.type(words)
  await expect(page.getByRole('combobox', { name: 'Search for' })).toHaveValue(words)
})

test('a late response of an older search changes nothing', { tag: '@phone' }, async ({ page }) => {
  await page.route('**/api/products/suggestions?keyword=mug', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue().catch(() => {})
  })
  await page.goto('/contact')
  const { box, options } = await openSearch(page)
  const request = page.waitForRequest('**/api/products/suggestions?keyword=mug')
  await box.fill('mug')
  const slow = await request
  await box.fill('scrunchie')
  await expect(options.first()).toContainText('Scrunchie')
  await expect.poll(() => slow.failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.waitForTimeout(2_000)
  await expect(options.first()).toContainText('Scrunchie')
})

test('the address of a list holds order and filters, and going back removes them', async ({ page }) => {
  await page.goto('/shop')
  await expect(count(page)).toHaveText('45 pieces')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.getByRole('combobox', { name: 'Sort' }).focus()
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('price')
  await expect(page).toHaveURL(/\/shop\?sort=price$/)
  await expect(pieces(page).first()).toContainText('$1.00')
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeFocused()

  if (isNarrow(page)) await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.locator('label', { hasText: 'Blue' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=price&color=blue$/)
  await filters.getByRole('checkbox', { name: /In stock/ }).check()
  await expect(page).toHaveURL(/\/shop\?sort=price&color=blue&inStock=true$/)
  await expectAccessible(page)
  await filters.getByRole('textbox', { name: 'To $' }).fill('20')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shop\?sort=price&color=blue&maxPrice=20&inStock=true$/)
  if (isNarrow(page)) await expect(filters).toBeHidden()
  await expect(pieces(page).filter({ hasText: /\$(2[1-9]|[3-9]\d)\./ })).toHaveCount(0)
  await expect(count(page)).toHaveText(/^\d of 45 pieces$/)
  await expectAccessible(page)

  const shownNames = await pieces(page).allTextContents()
  await page.reload()
  await expect(pieces(page)).toHaveText(shownNames)
  // Until the page's scripts have come, its links load the next page.
  await page.waitForFunction(isHydrated)
  documents.length = 0
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^http:\/\/[^/]+\/shop$/)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  await page.getByRole('link', { name: 'Remove filter: Up to $20.00' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=price&color=blue&inStock=true$/)
  await page.goBack()
  await expect(page).toHaveURL(/maxPrice=20/)
  await expect(count(page)).toHaveText(/^\d of 45 pieces$/)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/shop\?sort=price$/)
  await expect(count(page)).toHaveText('45 pieces')
  expect(documents, 'pages loaded by the browser').toEqual([])
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/\/shop\/page\/2\?sort=price$/)
})

test('the filters work with the keyboard alone', async ({ page }) => {
  await page.goto('/category/cups')
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Close filters' })).toBeFocused()
    await page.keyboard.press('Tab')
  } else await page.getByRole('radio', { name: 'Any' }).focus()
  await expect(page.getByRole('radio', { name: 'Any' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/\/category\/cups\?color=\w+$/)
  await expect(page.getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('10', { delay: 80 })
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/minPrice=10/)
  if (!isNarrow(page)) return
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Filters' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Filter/ })).toBeFocused()
})

test('on a phone the present list is in sight, and the filter button counts what is set', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/category/keychains')
  const chip = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Keychains' })
  await expect(chip).toBeInViewport({ ratio: 1 })
  await page.goto('/shop')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await filters.locator('label', { hasText: 'Blue' }).click()
  await expect(page).toHaveURL(/color=blue$/)
  // The field is not left: the panel is closed by its button.
  await filters.getByRole('textbox', { name: 'To $' }).pressSequentially('20')
  const show = filters.getByRole('button', { name: /^Show \d+ pieces?$/ })
  await expect(page).toHaveURL(/maxPrice=20/)
  await expect(page.locator('#app')).toHaveAttribute('aria-busy', 'false')
  const promised = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0])
  await show.click()
  await expect(filters).toBeHidden()
  await expect(page.getByRole('button', { name: /^Filter/ })).toContainText('2')
  await expect(pieces(page)).toHaveCount(promised)
})

test('more pieces join a list, and the keyboard goes on with the first of them', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/shop')
  await expect(pieces(page)).toHaveCount(12)
  // Until the page's scripts have come, the button leads to the next page.
  await page.waitForFunction(isHydrated)
  await page.getByRole('link', { name: 'Show more' }).press('Enter')
  await expect(pieces(page)).toHaveCount(24)
  await expect(pieces(page).nth(12)).toBeFocused()
  await expect(page).toHaveURL(/\/shop\/page\/2$/)
  await expectAccessible(page)
})

test('filters and searches without results offer links', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/shop?color=black&minPrice=100')
  await expect(page.getByRole('heading', { name: 'No pieces match these filters' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(count(page)).toHaveText('45 pieces')

  await page.goto('/search/mugwort%20wxyz')
  await expect(page.getByRole('heading', { name: 'Just finished' })).toBeVisible()
  expect(await pieces(page).count()).toBe(6)
  await expectAccessible(page)
  await page.getByRole('link', { name: /Mug$/ }).first().click()
  await expect(page).toHaveURL(/\/search\/.*Mug$/)
  await expect(pieces(page).first()).toContainText('Mug')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form applies the filters of a list, and keeps them set', async ({ page }) => {
    await page.goto('/category/cups?maxPrice=20')
    if (isNarrow(page)) await page.getByRole('button', { name: /^Filter/ }).click()
    const filters = page.getByRole('region', { name: 'Filters' })
    await expect(filters.getByRole('textbox', { name: 'To $' })).toHaveValue('20')
    await filters.getByRole('checkbox', { name: /In stock/ }).check()
    await filters.getByRole('button', { name: /^Show/ }).click()
    await expect(page).toHaveURL(/\/category\/cups\?.*maxPrice=20.*inStock=true/)
    await expect(count(page)).toHaveText('2 of 7 pieces')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/category\/cups$/)
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('-price')
    await page.getByRole('button', { name: 'Sort' }).click()
    await expect(pieces(page).first()).toContainText('$34.00')
  })
})
