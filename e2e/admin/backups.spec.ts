import { readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { backedUpTest as test } from '../own-shop.ts'

async function expectAccessibleAtAllWidths(page: Page) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
}

test('the seller backs up the shop, practices to restore it, and the shop check says that both work', {
  tag: '@desktop',
}, async ({ page, admin, backups: folder }) => {
  const backups = async () => (await readdir(folder)).filter((name) => name.endsWith('.tar'))
  await admin.signIn(page)
  const downloads = page.getByRole('button', { name: /^Download the backup of/ })
  // A new shop makes its first backup by itself.
  await expect(async () => {
    await page.goto('/admin/backups')
    await expect(downloads).toHaveCount(1, { timeout: 2_000 })
    await expect(page.getByText('A backup is being made.')).toBeHidden({ timeout: 1 })
  }).toPass({ timeout: PATIENCE_MS })
  const first = await backups()
  await page.getByRole('button', { name: 'Back up now' }).click()
  // It takes the place of the one of the same day.
  await expect.poll(async () => (await backups()).join(), { timeout: PATIENCE_MS }).not.toBe(first.join())

  const practice = page.getByRole('button', { name: 'Practice now' })
  await expect(practice).toBeEnabled({ timeout: PATIENCE_MS })
  await practice.click()
  await expect(page.getByText(/the backup brought back the whole shop\./)).toBeVisible({ timeout: PATIENCE_MS })
  await expect(page.getByText(/\d+ photos came back: all that the shop shows\./)).toBeVisible()
  await expect(page.getByText(/The books are in order/)).toBeVisible()
  await expectAccessibleAtAllWidths(page)

  await page.goto('/admin/health')
  await expect(page).toHaveURL('/admin/shop-check')
  for (const part of ['Backups', 'Practice restore', 'Books']) {
    const check = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: part, exact: true }) })
    await expect(check).toContainText('Works')
  }
  await expectAccessibleAtAllWidths(page)
})
