import type { FrameLocator, Page } from '@playwright/test'
import { randomLooks } from '#server/testing/random-looks.ts'
import { runs } from '#server/testing/torture.ts'
import { figure } from '../figure.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { currentLook, firstLoad, publishLook } from '../looks.ts'
import { test } from '../own-shop.ts'

const PHONE = { width: 390, height: 844 }

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
  await page.getByLabel('Dark', { exact: true }).check()
  await expect(preview(page).locator('html')).toHaveCSS('background-color', 'rgb(23, 21, 16)')
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

/** Bytes that a look may add to the first load of a page, photos and typefaces apart. */
const MOST_ADDED = 1_000
const MOST_FONT_BYTES = 58_000
const MOST_PHOTO_BYTES = 150_000
const MOST_SHIFT = 0.02
const PATHS = ['/', '/products/walnut-twist-pen']

test('any look is readable, its layout does not shift, and its first load stays light', {
  tag: '@X16',
}, async ({ browser, page, admin: { token } }) => {
  test.setTimeout(300_000)
  const before = await currentLook(page, token)
  const otherBytesBefore = await Promise.all(PATHS.map(async (path) => (await firstLoad(browser, path)).otherBytes))
  const looks = randomLooks(runs(3, 20))
  const shifts: number[] = []
  const sizes: number[] = []
  const fontSizes: number[] = []
  for (const look of looks) {
    await publishLook(page, token, { ...before, ...look })
    for (const [i, path] of PATHS.entries()) {
      const { page: lookPage, shift, photoBytes, fontBytes, otherBytes } = await firstLoad(browser, path)
      const name = `${path} ${JSON.stringify(look)}`
      await expectAccessible(lookPage)
      expect(shift, name).toBeLessThan(MOST_SHIFT)
      expect(photoBytes, name).toBeLessThanOrEqual(MOST_PHOTO_BYTES)
      expect(fontBytes, name).toBeLessThanOrEqual(MOST_FONT_BYTES)
      fontSizes.push(fontBytes)
      sizes.push(otherBytes - (otherBytesBefore[i] ?? 0))
      expect(sizes.at(-1), name).toBeLessThanOrEqual(MOST_ADDED)
      shifts.push(shift)
      await lookPage.context().close()
    }
  }
  figure(
    `${looks.length} looks at random: axe finds nothing, layout shift at most ${Math.max(...shifts).toFixed(4)}, first load at most ${Math.max(...sizes)} bytes heavier, with typefaces of at most ${Math.max(...fontSizes)} bytes`,
  )
  // Other journeys share this shop.
  await publishLook(page, token, before)
})
