import { expectNoHorizontalScroll, fillCart, rememberAddress } from '../checkout.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { test } from '../own-shop.ts'

// The refusal to publish a page with gaps.
test.use({ expectedFailures: [/status of 422/] })

const PHONE = { width: 390, height: 844 }

test('a page grows from its starting text, with a photo, to the footer and the checkout', async ({
  page,
  admin,
  shopper,
}) => {
  await page.setViewportSize(PHONE)
  await admin.signIn(page)
  // The demo has a page on returns.
  const headers = { authorization: `Bearer ${admin.token}` }
  expect((await page.request.delete('/api/pages/returns', { headers })).ok()).toBe(true)
  await page.goto('/admin/pages')
  await expect(page.getByRole('link', { name: 'Edit About Zi' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Returns' }).click()
  const body = page.getByLabel('Text', { exact: true })
  await expect(body).toHaveValue(/^## If you change your mind/)
  await expect(page.getByText('Have it checked; this is not legal advice.')).toBeVisible()
  await expect(page.getByText(/5 gaps are left to fill before you can publish: \[how many\]/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alert')).toContainText('Fill in or remove what is in square brackets')

  // A long address stays within the screen.
  await body.fill('https://example.com/'.repeat(30))
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('https://example.com/https://')
  await expectNoHorizontalScroll(page)

  // The buttons work on what is selected, and Undo takes it back.
  await body.fill('Within 30 days')
  await body.selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(body).toHaveValue('**Within 30 days**')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(body).toHaveValue('Within 30 days')
  await body.press('End')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Photo' }).click()
  await (await chooser).setFiles('demo/photos/hero.jpg')
  await expect(body).toHaveValue(/^Within 30 days\n\n!\[\]\(\/images\/[\w-]+\.jpg\)\n\n$/)
  await page.keyboard.type('A parcel')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('img', { name: 'A parcel' })).toBeVisible()

  // What is not saved survives a reload.
  await page.reload()
  await expect(body).toHaveValue(/A parcel/)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published. Visitors see it now.')).toBeVisible()

  await page.goto('/pages/returns')
  await expect(page.getByRole('heading', { level: 1, name: 'Returns and exchanges' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'A parcel' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Returns and exchanges' })).toBeVisible()

  await shopper.signIn(page)
  await fillCart(page, 'little-rainbow-keychain')
  await rememberAddress(page)
  await page.goto('/placeorder')
  await expect(page.getByRole('main').getByRole('link', { name: 'Returns and exchanges' })).toBeVisible()
  await expectAccessible(page)
})
