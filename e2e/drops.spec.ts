import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { CART } from '#web/texts/checkout.ts'
import { createProduct, expectNoHorizontalScroll, fillCart, rememberAddress } from './checkout.ts'
import { passTurn } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a shopper waits in the line of a drop and opens the piece when it is their turn', async ({ page, admin }) => {
  test.slow()
  const { name, slug } = await createProduct(page, admin, { qty: 1 })
  const { _id: product } = await (await page.request.get(`/api/products/${slug}`)).json()
  const headers = { authorization: `Bearer ${admin.token}` }
  const startsIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const newDrop = { name: `First cups ${slug.slice(-8)}`, startsAt: startsIn(540) }
  const drop = await (await page.request.post('/api/admin/drops', { headers, data: newDrop })).json()
  const change = (data: object) => page.request.put(`/api/admin/drops/${drop._id}`, { headers, data })
  expect((await change({ productIds: [product] })).status()).toBe(200)
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(newDrop.name)

  await page.goto('/')
  const band = page.getByRole('region', { name: newDrop.name })
  await expect(band.getByText(/^Starts /)).toBeVisible()
  await expectAccessible(page)
  await band.getByRole('link', { name: 'See the drop' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByText(`Part of the drop “${newDrop.name}”`)).toBeVisible()
  await expect(page.getByRole('button', { name: TEXT.addToCart })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the drop' }).click()
  await expect(page.getByRole('heading', { name: 'The line is open' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByRole('heading', { name: 'You’re in line' })).toBeVisible()

  expect((await change({ startsAt: startsIn(2) })).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('button', { name: TEXT.addToCart }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the line' })).toBeVisible()
})

const clock = (page: Page) => page.getByRole('timer').filter({ hasText: /^Your turn/ })

test('in a drop a shopper sees how long their turn lasts up to the payment, and another one nothing', async ({
  page,
  browser,
  baseURL,
  admin,
  shopper,
}) => {
  test.slow()
  const { name, slug } = await createProduct(page, admin, { qty: 1 })
  const { _id: product } = await (await page.request.get(`/api/products/${slug}`)).json()
  const headers = { authorization: `Bearer ${admin.token}` }
  const newDrop = { name: `Night cups ${slug.slice(-8)}`, startsAt: new Date(Date.now() + 540_000).toISOString() }
  const drop = await (await page.request.post('/api/admin/drops', { headers, data: newDrop })).json()
  const change = (data: object) => page.request.put(`/api/admin/drops/${drop._id}`, { headers, data })
  expect((await change({ productIds: [product] })).status()).toBe(200)
  expect((await change({ startsAt: new Date(Date.now() + 1_000).toISOString() })).status()).toBe(200)
  await expect
    .poll(async () => (await (await page.request.get(`/api/drops/${drop.slug}/line`)).json()).state, {
      timeout: 60_000,
    })
    .toBe('line')

  // A page that was open before knows of the turn, too.
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/products/${slug}`)
  await expect(otherTab.getByText('when it is your turn')).toBeVisible()
  await page.goto(`/drops/${drop.slug}`)
  await page.getByRole('button', { name: 'Join the end of the line' }).click()
  await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible({ timeout: 60_000 })
  await expect(clock(otherTab)).toHaveText(/^Your turn: (10:00|9:\d\d) left to order$/)
  await expect(otherTab.getByText('when it is your turn')).toBeHidden()
  await expectAccessible(otherTab)

  const stranger = await (await browser.newContext({ baseURL })).newPage()
  for (const path of [`/products/${slug}`, `/cart/${slug}?qty=1`]) {
    await stranger.goto(path)
    await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(stranger.getByRole('timer')).toHaveCount(0)
  }
  await stranger.context().close()

  await shopper.signIn(page)
  await fillCart(page, slug)
  await expect(clock(page)).toHaveText(/left to order$/)
  await expect(page.getByLabel(CART.quantityOf(name)).getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await rememberAddress(page)
  for (const path of ['/shipping', '/payment', '/placeorder']) {
    await page.goto(path)
    await expect(clock(page)).toHaveText(/left to order$/)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: TEXT.proceedToCheckout }).click()
  await expect(page).toHaveURL(/\/order\//)
  await expect(clock(page)).toHaveText(/left to pay$/)
  await expectAccessible(page)
  await page.reload()
  await expect(clock(page)).toHaveText(/left to pay$/)

  await otherTab.goto('/cart')
  await expect(clock(otherTab)).toHaveText(/left to pay$/)
  await expect(otherTab.getByText(/^Order \d+ is waiting to be paid\.$/)).toBeVisible()
  await expect(otherTab.getByText(CART.inUnpaid([name]))).toBeVisible()
  await expectAccessible(otherTab)
  await otherTab.getByRole('link', { name: /^Pay for order/ }).click()
  await expect(otherTab).toHaveURL(/\/order\/.*#pay$/)
  await passTurn(drop._id)
  await otherTab.reload()
  await expect(clock(otherTab)).toHaveCount(0)
  await expect(otherTab.getByText('Your time to pay is over').first()).toBeVisible()
  await expect(otherTab.getByRole('link', { name: 'See the line' })).toBeVisible()
  await expectAccessible(otherTab)
})
