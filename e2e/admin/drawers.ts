import { expect, type Page } from '@playwright/test'

const hasDrawers = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024

/** Opens what a list has behind a button on a narrow page; a wide one shows it anyway. */
export async function openDrawer(page: Page, name: 'Filter' | 'More actions') {
  if (hasDrawers(page)) await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

/** Chooses a filter of a list, or its order. */
export async function chooseFilter(page: Page, label: string, option: string) {
  await openDrawer(page, 'Filter')
  await page.getByLabel(label).selectOption(option)
  // On a wide page the focus may be in the search field, which Escape clears.
  if (hasDrawers(page)) await page.keyboard.press('Escape')
}

/** Opens a row of the order page, which is open where there is room. */
export async function openRow(page: Page, title: string) {
  const row = page.locator('details', { has: page.locator('summary', { hasText: title }) })
  await expect(row).toBeVisible()
  if ((await row.getAttribute('open')) === null) await row.locator('summary').click()
}
