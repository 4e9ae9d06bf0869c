import { expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a shopper reaches a collection from one of its pieces, and the seller edits it', async ({ page, admin }) => {
  await page.goto('/products/zi-zinnia-mug')
  await page.getByRole('main').getByRole('link', { name: 'New from the kiln' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New from the kiln' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Zi Zinnia Mug/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await admin.signIn(page)
  await page.goto('/admin/collections')
  const edit = page.getByRole('main').getByRole('link', { name: /New from the kiln/ })
  await expect(edit.first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await edit.first().click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('New from the kiln')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
