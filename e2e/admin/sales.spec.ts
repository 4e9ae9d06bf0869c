import { randomUUID } from 'node:crypto'
import { createProduct, expectNoHorizontalScroll } from '../checkout.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('on a phone a seller makes a weekend sale on a collection, sees every price, and shoppers see it cross one out', {
  tag: '@phone',
}, async ({ page, request, admin }) => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const name = `Kiln ${randomUUID().slice(0, 8)}`
  const { slug } = await createProduct(page, admin, { name: `${name} bowl`, price: 40 })
  const { _id: id } = await (await request.get(`/api/products/${slug}`)).json()
  const collection = await (await request.post('/api/admin/collections', { headers, data: { name } })).json()
  await request.put(`/api/products/${id}`, { headers, data: { collectionIds: [collection._id] } })

  await page.setViewportSize({ width: 390, height: 844 })
  await admin.signIn(page)
  let taps = 0
  const press = async (control: ReturnType<typeof page.getByRole>) => {
    taps += 1
    await control.click()
  }
  await page.goto('/admin/dashboard')
  await press(page.getByRole('button', { name: 'More' }))
  const menu = page.getByRole('dialog')
  await press(menu.getByText('Products', { exact: true }))
  await press(menu.getByRole('link', { name: 'Sales', exact: true }))
  await expect(page.getByRole('link', { name: 'New sale' })).toBeVisible()
  await expectAccessible(page)
  // From a Monday the weekend is still to come. On a Saturday the sale would start at once and keep its first day.
  await page.clock.setFixedTime(nextMonday())
  await press(page.getByRole('link', { name: 'New sale' }))
  await expect(page.getByRole('heading', { level: 1, name: 'New sale' })).toBeVisible()
  await expectAccessible(page)
  // The only field that is typed into.
  await page.getByLabel('Percent', { exact: true }).fill('25')
  await press(page.getByRole('checkbox', { name }))
  const prices = page.getByRole('region', { name: 'New prices' })
  await expect(prices).toContainText('1 product or choice gets a lower price.')
  await expect(prices).toContainText('$30.00')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await press(page.getByRole('button', { name: 'Plan the sale' }))
  await expect(page.getByText('Weekend sale was saved.')).toBeVisible()
  expect(taps).toBeLessThanOrEqual(6)

  // The same sale from today on.
  await page.clock.setFixedTime(new Date())
  const [planned] = (await (await request.get('/api/sales', { headers })).json()).filter(
    ({ only }: { only: { collections: string[] } | null }) => only?.collections.includes(collection._id),
  )
  await page.goto(`/admin/sales/${planned._id}/edit`)
  await page.getByLabel('First day').fill(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10))
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save the sale' }).click()
  await expect(page.getByRole('row', { name })).toContainText('Running')
  await page.goto(`/products/${slug}`)
  await expect(page.locator('s').first()).toContainText('before $40.00')
  await expect(page.getByRole('main')).toContainText('$30.00')
  await expectAccessible(page)
  await page.goto(`/admin/products/${id}/edit`)
  await expect(page.getByText(`In the sale “${name}”`)).toBeVisible()
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('40.00')
  await expectAccessible(page)

  await page.goto(`/admin/sales/${planned._id}/edit`)
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('button', { name: 'End now' }).last().click()
  await expect(page.getByText('This sale is over.')).toBeVisible()
  await expectAccessible(page)
  const shownPrices = async () => {
    const { price, wasPrice } = await (await request.get(`/api/products/${slug}`)).json()
    return [price, wasPrice]
  }
  await expect.poll(shownPrices).toEqual([40, undefined])
})

const DAY_MS = 86_400_000
const nextMonday = () => new Date(Date.now() + ((8 - new Date().getUTCDay()) % 7 || 7) * DAY_MS)
