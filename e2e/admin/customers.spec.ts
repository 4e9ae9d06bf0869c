import { buy, createProduct, expectNoHorizontalScroll } from '../checkout.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the seller finds a customer, reads what they bought, and keeps a note', async ({ page, admin, shopper }) => {
  const { slug } = await createProduct(page, admin, { price: 20 })
  await buy(page, shopper, slug)
  await admin.signIn(page)
  await page.goto('/admin/customers')
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Grace Potter' }).first()).toBeInViewport()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByLabel('Name, email or city').fill(shopper.email)
  const answer = page.waitForResponse((response) =>
    response.url().includes(`keyword=${encodeURIComponent(shopper.email)}`),
  )
  await page.getByLabel('Name, email or city').press('Enter')
  // The rows from before the search leave the page while it is made.
  await answer
  const row = page.locator('tbody tr').filter({ hasText: shopper.email })
  await expect(row).toContainText('$24.60')
  await row.getByRole('link', { name: 'Grace Potter' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Grace Potter' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Order \d+/ })).toContainText('To ship')
  await page.getByLabel('Notes').fill('Collects cats. Wrap in green.')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByText('Your notes are saved.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.reload()
  await expect(page.getByLabel('Notes')).toHaveValue('Collects cats. Wrap in green.')
})
