import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { createProduct, expectNoHorizontalScroll, fillCart } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ colorScheme: 'dark' })

const DARK_PAPER = 'rgb(26, 21, 18)'

/** Fails when the page is not dark, has a violation or scrolls sideways. */
async function expectGoodInDark(page: Page) {
  await expect(page.locator('html')).toHaveCSS('background-color', DARK_PAPER)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

test('on a dark device home, product, cart and pay are dark and readable, and print is light', async ({
  page,
  admin,
  shopper,
}) => {
  const { slug } = await createProduct(page, admin)
  await page.goto('/')
  await expect(page.locator('meta[name=theme-color][media*=dark]')).toHaveAttribute('content', '#1a1512')
  await expectGoodInDark(page)
  await page.goto(`/products/${slug}`)
  await expectGoodInDark(page)
  await fillCart(page, slug)
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await expectGoodInDark(page)

  await shopper.signIn(page)
  const order = await shopper.placeOrder(slug)
  await page.goto(`/order/${order._id}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Enter the card number.')).toBeVisible()
  await expectGoodInDark(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(TEXT.orderItems)).toHaveCSS('color', 'rgb(0, 0, 0)')
})
