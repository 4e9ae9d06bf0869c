import { TEXT } from '#contract/texts.ts'
import { createProduct, expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a shopper waits in the line of a drop and opens the piece when it is their turn', async ({ page, admin }) => {
  test.slow()
  const { name, slug } = await createProduct(page, admin, { qty: 1 })
  const { _id: product } = await (await page.request.get(`/api/products/${slug}`)).json()
  const headers = { authorization: `Bearer ${admin.token}` }
  const startsIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const planned = { name: `First cups ${slug.slice(-8)}`, startsAt: startsIn(540) }
  const drop = await (await page.request.post('/api/admin/drops', { headers, data: planned })).json()
  const change = (data: object) => page.request.put(`/api/admin/drops/${drop._id}`, { headers, data })
  expect((await change({ productIds: [product] })).status()).toBe(200)

  await page.goto('/')
  const band = page.getByRole('region', { name: planned.name })
  await expect(band.getByText(/^Starts /)).toBeVisible()
  await expectAccessible(page)
  await band.getByRole('link', { name: 'See the drop' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByText(`Part of the drop “${planned.name}”`)).toBeVisible()
  await expect(page.getByRole('button', { name: TEXT.addToCart })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the drop' }).click()
  await expect(page.getByRole('heading', { name: 'The line is open' })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join the line' }).click()
  await expect(page.getByRole('heading', { name: 'You are in' })).toBeVisible()

  expect((await change({ startsAt: startsIn(2) })).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'It is your turn' })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('button', { name: TEXT.addToCart }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the line' })).toBeVisible()
})
