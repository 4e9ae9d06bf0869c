import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { startShop } from '#scripts/start-shop.ts'
import { ADMIN } from './demo-shop.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { signedInAs } from './shoppers.ts'

/** Puts a product on sale; returns a function that features it on the home page. */
async function sell(request: APIRequestContext, headers: Record<string, string>, name: string) {
  const { _id } = await (await request.post('/api/products', { headers })).json()
  const edit = async (data: object) => expect(await request.put(`/api/products/${_id}`, { headers, data })).toBeOK()
  await edit({ name, price: 48, category: 'Pieces', qty: 1 })
  return () => edit({ featured: true })
}

test('the home page of a shop with two products has no buttons, and never a row of one product', async ({
  browser,
  playwright,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-small-'))
  const owner = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', ...owner })
  const request = await playwright.request.newContext({ baseURL: shop.url })
  const context = await browser.newContext({ baseURL: shop.url })
  try {
    const { token } = await signedInAs(request, ADMIN)
    const headers = { authorization: `Bearer ${token}` }
    const pieces = [await sell(request, headers, 'Oat Bowl'), await sell(request, headers, 'Moss Bowl')]
    const page = await context.newPage()
    const featuredItems = page.getByRole('region', { name: TEXT.featured }).getByRole('listitem')
    const newest = page.getByRole('region', { name: 'Just finished' }).getByRole('listitem')
    const shownSections = async () => {
      await page.goto('/')
      return [await featuredItems.count(), await newest.count()]
    }
    await expect.poll(shownSections).toEqual([0, 2])
    await pieces[0]?.()
    await expect.poll(shownSections).toEqual([1, 0])
    await pieces[1]?.()
    await expect.poll(shownSections).toEqual([2, 0])
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('main').locator('button:not([data-wish])')).toHaveCount(0)
    await expectAccessible(page)
  } finally {
    await context.close()
    await request.dispose()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
