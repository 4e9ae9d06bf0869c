import type { FrameLocator, Page } from '@playwright/test'
import { expect, expectAccessible } from '../fixtures.ts'
import { test } from '../own-shop.ts'

const PHONE = { width: 390, height: 844 }

/** Colors, typefaces and orders of sections, each of another kind: light and dark, calm and loud. */
const LOOKS = [
  { accent: '#ffd400', background: '#101820', fonts: 'modern', home: ['story', 'newest'] },
  { accent: '#00a86b', background: '#ffffff', fonts: 'clear', home: ['categories', 'featured', 'story', 'newest'] },
  { accent: '#ff0000', background: '#ffffcc', fonts: 'elegant', home: ['newest', 'categories'] },
  { accent: '#123456', background: '#e0e7ef', fonts: 'classic', home: ['featured'] },
  { accent: '#e5d4ff', background: '#2b2140', fonts: 'gentle', home: [] },
]

const preview = (page: Page): FrameLocator => page.frameLocator('iframe')

test('she chooses a palette, types and letters, sees them in the preview, publishes, and brings the old look back', async ({
  page,
  request,
  admin,
}) => {
  await page.setViewportSize(PHONE)
  await admin.signIn(page)
  await page.goto('/admin/look')
  await page.getByRole('button', { name: 'Forest' }).click()
  await page.getByLabel('Elegant').check()
  await page.getByLabel('Monogram').check()
  await page.getByLabel('Letters').fill('M')
  await page.getByLabel('Headline').fill('Stoneware from a small kiln')
  await page.getByLabel('Notice', { exact: true }).fill('Open studio on Saturday')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expectAccessible(page)
  expect(await (await request.get('/')).text()).not.toContain('Stoneware from a small kiln')

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Stoneware from a small kiln')
  await expect(preview(page).getByText('Open studio on Saturday')).toBeVisible()
  await expect(preview(page).locator('body')).toHaveCSS('font-family', /Mulish/)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('As in your shop')).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stoneware from a small kiln')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(244, 241, 234)')
  await expectAccessible(page)

  await page.goto('/admin/look')
  await page.getByRole('button', { name: /^Bring back the look of/ }).click()
  await page.getByRole('button', { name: 'Bring back', exact: true }).last().click()
  await expect.poll(async () => (await request.get('/')).text()).not.toContain('Stoneware from a small kiln')
})

test('every look is readable, and its layout does not shift', async ({ page, admin }) => {
  const { token } = admin
  const headers = { authorization: `Bearer ${token}` }
  const { request } = page
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const edited = async () => (await request.get('/api/look', { headers })).json()
  const { look: first } = await edited()
  const publish = async (look: object) => {
    const saved = await request.put('/api/look', { headers, data: { look, version: (await edited()).version } })
    const { version } = await saved.json()
    expect((await request.post('/api/look/publish', { headers, data: { version } })).ok()).toBe(true)
  }
  for (const look of LOOKS) {
    await publish({ ...first, ...look, mark: { kind: 'monogram', letters: 'Q' } })
    await expect.poll(async () => (await request.get('/')).text()).toContain(`--color-paper:${look.background}`)
    for (const path of ['/', '/products/walnut-twist-pen']) {
      await page.goto(path)
      await expectAccessible(page)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
      expect(
        shifts.reduce((sum, one) => sum + one, 0),
        `${path} ${JSON.stringify(look)}`,
      ).toBeLessThan(0.02)
    }
  }
  // Other journeys share this shop.
  await publish(first)
})
