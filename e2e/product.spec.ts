import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { SignedIn } from './shoppers.ts'

/** A product with two photos and others in its category. */
const MUG = '/products/zi-zinnia-mug'

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 991
/** The stock message of the page's own product; the cards of other products have such messages, too. */
const stateOf = (page: Page) => page.locator(':has(> h1) ~ div > p', { hasText: /stock/i })
const zoomDialog = (page: Page) => page.getByRole('dialog', { name: 'Photos of Zi Zinnia Mug' })

/** Creates a product that only this test uses; returns its path and a function that sets the stock that shoppers see. */
async function makePiece(page: Page, { token }: SignedIn, qty: number, fields: object = {}) {
  const headers = { authorization: `Bearer ${token}` }
  const name = `Maple Honey Dipper ${randomUUID().slice(0, 8)}`
  const { _id } = await (await page.request.post('/api/products', { headers })).json()
  const change = (data: object) => page.request.put(`/api/products/${_id}`, { headers, data })
  expect((await change({ name, price: 20, category: 'accessories', qty, ...fields })).status()).toBe(200)
  const sell = async (qtyLeft: number) => {
    await change({ qty: qtyLeft })
    const qtyShown = async () => (await (await page.request.get(`/api/products/${_id}`)).json()).qty
    await expect.poll(qtyShown).toBe(qtyLeft)
  }
  return { path: `/products/${_id}`, sell }
}

test('a product page shows its category, the cost of delivery and more products', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto(MUG)
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail.getByRole('link')).toHaveText(['Home', 'Shop', 'Zi-Collection'])
  await expect(trail.locator('[aria-current=page]')).toHaveText('Zi Zinnia Mug')
  await expect(page.getByRole('main')).toContainText(
    'Shipping is $3.50 for one piece, $5.00 for two or more. Usually ships within 2 business days.',
  )
  const relatedProducts = page.getByRole('region', { name: 'You may also like' })
  await expect(relatedProducts.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)
  const next = await relatedProducts.getByRole('link').first().getAttribute('href')
  await relatedProducts.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`${next}$`))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shop' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
})

test('a product page unfolds a long description, and says how many are left', { tag: '@phone' }, async ({
  page,
  admin,
}) => {
  const description = `<p>${'Turned from one piece of maple. '.repeat(20)}</p><p>Oil it twice a year.</p>`
  const { path, sell } = await makePiece(page, admin, 2, { description })
  await page.goto(path)
  await expect(page.getByText('Oil it twice a year.')).toBeHidden()
  await page.getByText('Read more').click()
  await expect(page.getByText('Oil it twice a year.')).toBeVisible()
  await expect(stateOf(page)).toContainText('Only 2 left')
  await sell(1)
  await page.reload()
  await expect(stateOf(page)).toContainText('Last one')
  await expect(stateOf(page)).toContainText(TEXT.inStock)
  await expectAccessible(page)
})

test('a sold one-of-a-kind product is refused before the cart, at the first press of the visit', {
  tag: '@phone',
}, async ({ page, admin }) => {
  const { path, sell } = await makePiece(page, admin, 1, { oneOfAKind: true })
  // Not by page.goto, which hydrates the page.
  await page.mainFrame().goto(path, { waitUntil: 'networkidle' })
  await expect(stateOf(page)).toContainText('One of a kind')
  await sell(0)
  await page.getByRole('button', { name: TEXT.addToCart }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Someone just bought this one.' })).toBeVisible()
  await expect(stateOf(page)).toContainText(TEXT.outOfStock)
  await expect(page.getByRole('button', { name: TEXT.addToCart })).toBeDisabled()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Someone just bought this one.')).toHaveCount(0)
})

test('returning to the page shows the current stock', { tag: '@phone' }, async ({ page, admin }) => {
  const { path, sell } = await makePiece(page, admin, 3)
  await page.goto(path)
  await expect(stateOf(page)).toContainText('Only 3 left')
  await page.getByLabel('Quantity').selectOption('3')
  await sell(2)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(stateOf(page)).toContainText('Only 2 left')
  await expect(page.getByLabel('Quantity')).toHaveValue('2')
})

test('the photos open large, zoom and scroll with the keyboard, and closing returns the focus', {
  tag: '@phone',
}, async ({ page }) => {
  await page.mainFrame().goto(MUG, { waitUntil: 'networkidle' })
  const opener = page.getByRole('link', { name: /^Enlarge/ }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(zoomDialog(page)).toBeVisible()
  await expect(zoomDialog(page).getByRole('status')).toHaveText(/1 of 2/)
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(zoomDialog(page).getByRole('status')).toHaveText(/2 of 2/)
  await zoomDialog(page).getByRole('button', { name: 'Zoom in', exact: true }).focus()
  await page.keyboard.press('Enter')
  const near = zoomDialog(page).getByRole('button', { name: /^Zoom out:/ })
  await expect(near).toBeVisible()
  await expectAccessible(page)
  await near.focus()
  const frame = near.locator('xpath=..')
  const top = () => frame.evaluate((element) => element.scrollTop)
  const before = await top()
  await page.keyboard.press('ArrowDown')
  await expect.poll(top).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await expect(zoomDialog(page)).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a click on the large photo zooms in on that point, and the mouse drags the photo', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto(MUG)
  await page
    .getByRole('link', { name: /^Enlarge/ })
    .first()
    .click()
  const photo = zoomDialog(page)
    .getByRole('button', { name: /^Zoom in:/ })
    .first()
  const box = await photo.boundingBox()
  if (!box) throw new Error('There is no photo.')
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.75)
  const near = zoomDialog(page).getByRole('button', { name: /^Zoom out:/ })
  const frame = near.locator('xpath=..')
  // The middle of the visible part: 0 is the upper left corner of the photo, 2 the lower right one.
  const middle = () =>
    frame.evaluate(
      ({ scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
        (scrollLeft + clientWidth / 2) / scrollWidth + (scrollTop + clientHeight / 2) / scrollHeight,
    )
  await expect.poll(middle).toBeGreaterThan(1.2)
  const before = await middle()
  await page.mouse.move(120, 400)
  await page.mouse.down()
  await page.mouse.move(240, 520, { steps: 6 })
  await page.mouse.up()
  expect(await middle()).toBeLessThan(before)
  await expect(near).toBeVisible()
  await page.mouse.click(240, 520)
  await expect(photo).toBeVisible()
})

test('the gallery counts the photos while a finger swipes through them', { tag: '@phone' }, async ({ page }) => {
  await page.goto(MUG)
  const gallery = page.getByRole('list', { name: 'Photos of Zi Zinnia Mug' })
  await expect(page.getByText('1 / 2')).toBeVisible()
  await gallery.evaluate((row) => row.scrollTo({ left: row.clientWidth }))
  await expect(page.getByText('2 / 2')).toBeVisible()
  await page.getByRole('link', { name: 'Photo 1 of 2' }).click()
  await expect(page.getByText('1 / 2')).toBeVisible()
})

test.describe('the first screen of a product', { tag: '@phone' }, () => {
  // Phones from small to large, some with the browser's bars.
  for (const [width, height] of [
    [320, 640],
    [360, 640],
    [390, 664],
  ] as const)
    test.describe(`${width}x${height}`, () => {
      test.use({ viewport: { width, height } })

      test('shows price and Add to Cart before anything is touched, and only once at the form', async ({ page }) => {
        // Not by page.goto, which hydrates the page.
        await page.mainFrame().goto(MUG, { waitUntil: 'networkidle' })
        const bar = page.locator('.sticky-bar')
        await expect(bar).toBeInViewport({ ratio: 1 })
        await expect(bar).toContainText('$34.00')
        await expect(bar.getByRole('button', { name: TEXT.addToCart })).toBeInViewport({ ratio: 1 })
        await expectAccessible(page)
        await page.getByLabel('Quantity').focus()
        await expect(bar).toBeHidden()
        await expect(page.getByRole('button', { name: TEXT.addToCart })).toHaveCount(1)
        await page.evaluate(() => window.scrollTo(0, 0))
        await bar.getByRole('button').focus()
        await page.evaluate(() => document.querySelector('form[action^="/cart"]')?.scrollIntoView({ block: 'center' }))
        await expect(bar.getByRole('button'), 'the focus stays where it is').toBeFocused()
      })
    })

  // A large phone, one held sideways, and a tablet: photo and form stand on one screen.
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [768, 1024],
  ] as const)
    test.describe(`${width}x${height}`, () => {
      test.use({ viewport: { width, height } })

      test('shows price and form before anything is touched', async ({ page }) => {
        await page.mainFrame().goto(MUG, { waitUntil: 'networkidle' })
        const form = page.locator('.buy-form')
        await expect(form.getByRole('button', { name: TEXT.addToCart })).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('main').getByText('$34.00').first()).toBeInViewport({ ratio: 1 })
        await expect(page.getByRole('button', { name: TEXT.addToCart })).toHaveCount(1)
        await expectAccessible(page)
      })
    })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 664 } })

    test('has a bar whose button puts the piece into the cart, and which covers no end of the page', async ({
      page,
    }) => {
      await page.mainFrame().goto(MUG)
      const bar = page.locator('.sticky-bar')
      await expect(bar).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('End')
      const end = page.getByText(`© ${new Date().getFullYear()}`)
      await expect(end).toBeInViewport()
      const endOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN)
      // The page scrolls smoothly: its end moves on after it has come into view.
      await expect
        .poll(async () => endOf(await end.boundingBox()) <= ((await bar.boundingBox())?.y ?? Number.NaN))
        .toBe(true)
      await bar.getByRole('button', { name: TEXT.addToCart }).click()
      await expect(page).toHaveURL(/\/c(art|heckout)\//)
    })
  })
})

test('a phone shows price and button in a bar after the buy box has scrolled away', async ({ page }) => {
  await page.goto(MUG)
  const foot = page.getByText(`© ${new Date().getFullYear()}`)
  // What is laid out only near the viewport makes the page longer on the way to its end, and so does the bar.
  const scrollToEnd = () =>
    expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(foot).toBeInViewport({ timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
  await scrollToEnd()
  if (!isNarrow(page)) {
    await expect(page.getByRole('button', { name: TEXT.addToCart })).toHaveCount(1)
    return
  }
  const bar = page.locator('.sticky-bar')
  await expect(bar).toContainText('$34.00')
  await scrollToEnd()
  await expectAccessible(page)
  await bar.getByRole('button', { name: TEXT.addToCart }).click()
  await expect(page).toHaveURL(/\/cart\/?$/)
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
})

test('a card shows the second photo under the pointer, and loads it only then', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/category/zi-collection')
  const card = page.getByRole('main').getByRole('link', { name: /Zi Zinnia Mug/ })
  await expect(card.locator('img')).toHaveCount(1)
  await card.hover()
  await expect(card.locator('img')).toHaveCount(2)
})

test('the home page links to every category that has products, and to the new ones', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  const shelves = page.getByRole('region', { name: 'Shop by category' })
  await expect(shelves.getByRole('link')).toHaveCount(7)
  const newest = page.getByRole('region', { name: 'Just finished' })
  await expect(newest.getByRole('listitem')).toHaveCount(8)
  await shelves.getByRole('link', { name: 'Wine Stoppers' }).click()
  await expect(page.getByRole('heading', { name: 'Browse All Wine Stoppers' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a photo opens by itself, and the form leads to the cart', { tag: '@phone' }, async ({ page }) => {
    await page.goto(MUG)
    await expect(page.getByRole('region', { name: 'You may also like' }).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByRole('link', { name: /^Enlarge/ }).first()).toHaveAttribute('href', /^\/images\/.*\.jpg$/)
    await page.getByRole('button', { name: TEXT.addToCart }).first().click()
    await expect(page).toHaveURL(/\/cart\/[\w-]+\?qty=1$/)
  })
})
