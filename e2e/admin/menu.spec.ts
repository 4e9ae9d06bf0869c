import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const GROUPS = ['Today', 'Orders', 'Products', 'Customers', 'Money', 'My shop', 'Settings', 'Shop check', 'People']

/** Fails when something of the menu lies outside of the window or is cut off by what scrolls. */
async function expectNothingCutOff(menu: Locator) {
  const cutRows = await menu.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>('summary, a, button')]
      .filter((row) => row.checkVisibility())
      .filter((row) => {
        const { top, bottom, left, right } = row.getBoundingClientRect()
        const isOutside = top < 0 || left < 0 || bottom > window.innerHeight || right > window.innerWidth
        const isSeenAt = (y: number) => row.contains(document.elementFromPoint((left + right) / 2, y))
        return isOutside || !isSeenAt(top + 2) || !isSeenAt(bottom - 2) || row.scrollWidth > row.clientWidth
      })
      .map((row) => row.textContent),
  )
  expect(cutRows).toEqual([])
}

/** The menu: beside the screen, or opened by More. */
async function openMenu(page: Page) {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (!(await more.isVisible())) return page.getByRole('navigation', { name: 'Admin' }).first()
  await more.click()
  return page.getByRole('dialog', { name: 'Admin' })
}

test('the menu has six groups and a foot, shows all of itself, and opens a group in place', async ({ page, admin }) => {
  await admin.signIn(page)
  const isWide = (page.viewportSize()?.width ?? 0) > 990
  if (isWide) await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  const menu = await openMenu(page)
  for (const name of GROUPS) await expect(menu.getByText(name, { exact: true }).first()).toBeVisible()
  await expectNothingCutOff(menu)
  await expectAccessible(page)
  for (const name of ['Products', 'Shop check', 'My shop']) {
    const group = menu.getByRole('group').filter({ hasText: name }).first()
    await expect(group).not.toHaveAttribute('open')
    await group.locator('summary').press('Enter')
    await expect(group).toHaveAttribute('open')
    await expectNothingCutOff(menu)
    if (name !== 'My shop') await group.locator('summary').press('Enter')
  }
  await menu.getByRole('link', { name: 'Notice bar' }).click()
  await expect(page.getByRole('heading', { name: 'Notice bar' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Notice bar' })).toBeInViewport()

  const again = await openMenu(page)
  await expect(again.getByRole('link', { name: 'Notice bar' })).toHaveAttribute('aria-current', 'page')
  await again.getByRole('group').filter({ hasText: 'Products' }).locator('summary').click()
  await expect(again.getByRole('link', { name: 'Notice bar' })).toBeVisible()
  await again.getByRole('link', { name: 'Collections' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  const last = await openMenu(page)
  await expect(last.getByRole('link', { name: 'Notice bar' })).toBeHidden()
})

test('the tabs lead to Today, the orders with how many wait, the products and a sale', { tag: '@phone' }, async ({
  page,
  admin,
}) => {
  await admin.signIn(page)
  await page.goto('/admin/dashboard')
  const tabs = page.getByRole('navigation', { name: 'Admin' }).last().getByRole('list').first()
  await expect(tabs.getByRole('link').nth(1)).toHaveAccessibleName(/^Orders( \d+ waiting)?$/)
  for (const [name, path] of [
    ['Products', '/admin/productlist'],
    ['Sell', '/admin/orders/new'],
    ['Today', '/admin/dashboard'],
  ] as const) {
    await tabs.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})
