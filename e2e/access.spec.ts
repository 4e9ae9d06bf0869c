import type { Page } from '@playwright/test'
import { RESET_TEXT } from '#contract/reset-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

// The browser lists the 404 of a missing page as a failed load.
test.use({ expectedFailures: [/status of 40[04]/] })

/** The windows in which axe runs. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** Narrow windows, the last two those of a desktop at a zoom of 200 and 400 %. */
const NARROW = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
  { width: 360, height: 225 },
]

/** Every screen that needs no sign-in. */
const SCREENS = [
  '/',
  '/shop',
  '/shop/page/2',
  '/category/wine-stoppers',
  '/search/mug',
  '/search/xylophone',
  '/products/zi-zinnia-mug',
  '/products/agate-slice-stopper',
  '/cart',
  '/contact',
  '/login',
  '/login?redirect=shipping',
  '/register',
  '/forgot-password',
  '/spaceships',
  '/products/no-such-piece',
  '/category/spaceships',
]

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const openMenu = async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
}
const openSearch = (page: Page) => page.getByRole('button', { name: 'Search' }).first().click()
const openZoom = (page: Page) =>
  page
    .getByRole('link', { name: /^Enlarge/ })
    .first()
    .click()

/** What opens over a screen: how, and a text that it then shows. It may differ by width, as the menu does. */
const OPEN_PARTS = [
  ['the menu', '/', openMenu, /Contact/],
  ['the search', '/shop', openSearch, TEXT.searchTitle],
  ['an enlarged photo', '/products/zi-zinnia-mug', openZoom, '1 of 2'],
] as const

/** States of a screen: how it looks after an action, and a text that it then shows. */
const STATES = [
  ['the sign-in form is empty', '/login', (page: Page) => press(page, TEXT.signIn), TEXT.completeAllFields],
  ['the registration form is empty', '/register', (page: Page) => press(page, TEXT.register), TEXT.completeAllFields],
  [
    'the reset form has no address',
    '/forgot-password',
    (page: Page) => press(page, RESET_TEXT.sendPasswordReset),
    TEXT.completeAllFields,
  ],
  ['a product is in the cart', '/cart/zi-zinnia-mug?qty=1', async () => {}, 'Subtotal (1 item)'],
  ['a product is sold out', '/cart/agate-slice-stopper?qty=1', async () => {}, /out of stock/],
] as const

/** Nothing reaches beyond the edge of any window, and axe finds nothing. What is shown is resized, not loaded anew. */
async function expectReadable(page: Page) {
  for (const viewport of NARROW) {
    await page.setViewportSize(viewport)
    expect(await overflowOf(page), `${page.url()} at ${viewport.width} px`).toEqual([])
  }
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
}

for (const path of SCREENS)
  test(`${path} fits into every window, has its landmarks, and axe finds no violation`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('#app[aria-busy=false]')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The form of a user is enabled once the browser's storage has been read.
    await expect(page.locator('form:has([type=email]) button:disabled')).toHaveCount(0)
    await expectReadable(page)
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport)
      expect(await outlineOf(page), `${viewport.width} px`).toEqual(OUTLINE)
    }
  })

for (const [what, path, act, sign] of STATES)
  test(`while ${what}, the page fits into every window, and axe finds no violation`, async ({ page }) => {
    await page.goto(path)
    await act(page)
    await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible()
    await expectReadable(page)
  })

for (const [what, path, open, sign] of OPEN_PARTS)
  test(`${what} fits into every window, and axe finds no violation`, async ({ page }) => {
    for (const viewport of [...NARROW, ...SIZES]) {
      await page.setViewportSize(viewport)
      await page.goto(path)
      await open(page)
      await expect(page.getByText(sign).filter({ visible: true }).first()).toBeVisible()
      expect(await overflowOf(page), `${viewport.width} px`).toEqual([])
      if (SIZES.includes(viewport)) await expectAccessible(page)
    }
  })

const OUTLINE = { banners: 1, mains: 1, footers: 1, h1: 1, namelessNavigations: 0, skippedLevels: [], language: 'en' }

/** Landmarks, headings and language of the page, by which a screen reader navigates. */
const outlineOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const headings = all('h1, h2, h3, h4').filter((heading) => heading.checkVisibility())
    const levels = headings.map(({ tagName }) => Number(tagName[1]))
    return {
      banners: all('#app > header, #app > [data-island] > header').length,
      mains: all('main').length,
      footers: all('#app > footer').length,
      h1: levels.filter((level) => level === 1).length,
      namelessNavigations: all('nav:not([aria-label], [aria-labelledby])').length,
      skippedLevels: headings
        .filter((_, at) => (levels[at] ?? 0) > (levels[at - 1] ?? 1) + 1)
        .map((one) => one.innerText),
      language: document.documentElement.lang,
    }
  })

/** The elements that reach beyond the right edge of the window; empty when nothing scrolls sideways. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    )
    return wide.map(({ tagName, className }) => `${tagName} ${className}`).slice(0, 5)
  })

for (const [width, height] of [
  [390, 844],
  [720, 450],
] as const)
  test(`at ${width} by ${height} neither the header nor the bar covers the focused control`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/products/zi-zinnia-mug')
    const focusedNames: string[] = []
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab')
      const { name, isDone } = await page.evaluate(focusedPart)
      if (isDone) break
      await expect.poll(async () => (await page.evaluate(focusedPart)).isSeen, name).toBe(true)
      focusedNames.push(name)
    }
    expect(focusedNames.join()).toContain(TEXT.addToCart)
    expect(focusedNames.length).toBeGreaterThan(20)
  })

/** Whether any part of the focused element is visible; `isDone` when the focus has left the page. */
function focusedPart() {
  const focusedElement = document.activeElement as HTMLElement
  const { left, top, right, bottom } = focusedElement.getBoundingClientRect()
  const across = [0.1, 0.5, 0.9].map((part) => left + (right - left) * part)
  const down = [0.1, 0.5, 0.9].map((part) => top + (bottom - top) * part)
  const isSeen = across.some((x) => down.some((y) => focusedElement.contains(document.elementFromPoint(x, y))))
  const name = focusedElement.getAttribute('aria-label') ?? focusedElement.innerText
  return { name, isSeen, isDone: focusedElement === document.body }
}

test('the first Tab of every page offers to skip the header', async ({ page }) => {
  await page.goto('/search/zinnia')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Zi Zinnia Mug/ })
    .press('Enter')
  await expect(page).toHaveTitle(/Zi Zinnia Mug/)
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
})

test('a new page of the application moves the focus to its beginning', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: TEXT.forgotPassword }).press('Enter')
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByRole('main')).toBeFocused()
})

test('with reduced motion every animation is instant', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/products/zi-zinnia-mug')
  await openMenu(page)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  const longest = await page.evaluate(() => {
    const styles = [...document.querySelectorAll('*')].map((one) => getComputedStyle(one))
    const durations = styles.flatMap((style) => [style.transitionDuration, style.animationDuration].join().split(','))
    return Math.max(...durations.map(Number.parseFloat))
  })
  expect(longest).toBeLessThan(0.01)
})
