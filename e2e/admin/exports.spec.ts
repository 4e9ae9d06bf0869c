import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { filesInZip } from '#server/testing/unzipped.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

async function downloadedFile(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('the seller takes along her products, her orders and the whole shop', { tag: '@desktop' }, async ({
  page,
  admin,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/productlist')
  await page.getByRole('link', { name: 'Export', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Download your data' })).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  const csv = await downloadedFile(page, 'Download the products')
  expect(csv.name).toBe('products.csv')
  expect(String(csv.bytes)).toMatch(/^\uFEFFID,SKU,Name,/)

  await page.getByRole('radio', { name: /^Shopify Collections/ }).check()
  await page.getByRole('checkbox', { name: /With the photos/ }).check()
  const archive = await downloadedFile(page, 'Download the products')
  expect(archive.name).toMatch(/^products-shopify-[\d-]+\.zip$/)
  expect([...(await filesInZip(archive.bytes)).keys()][0]).toBe('products.csv')

  await page.getByLabel('From', { exact: true }).fill('2026-02-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  await expect(page.getByText('The last day must not be before the first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Refunds' })).toBeDisabled()
  // A field that is half under the header counts as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByLabel('To', { exact: true }).fill('2026-02-28')
  const refunds = await downloadedFile(page, 'Download Refunds')
  expect(refunds.name).toBe('refunds-2026-02-01-2026-02-28.csv')

  const shop = await downloadedFile(page, 'Download the whole shop')
  expect(shop.name).toMatch(/^shop-[\d-]+\.zip$/)
  expect([...(await filesInZip(shop.bytes)).keys()]).toContain('README.txt')
})
