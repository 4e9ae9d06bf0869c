import type { Page } from '@playwright/test'
import { expectNoHorizontalScroll, fillCart, rememberAddress, tabTo } from '../checkout.ts'
import { expect, expectAccessible } from '../fixtures.ts'
import { test } from '../own-shop.ts'
import type { SignedIn } from '../shoppers.ts'

const press = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole('button', { name }).first())
  await page.keyboard.press('Enter')
}

/** Sets up two ways to ship and pick-up, with the keyboard alone. */
async function makePlan(page: Page, admin: SignedIn) {
  await admin.signIn(page)
  await page.goto('/admin/settings/shipping')
  const shipping = page.getByRole('region', { name: 'Shipping', exact: true })
  const type = async (label: string, text: string, at = 0) => {
    await tabTo(page, shipping.getByLabel(label, { exact: true }).nth(at))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
  await expect(shipping).toBeVisible()
  await press(page, /^First product and more/)
  await type('Price, in $', '4', 0)
  await type('Price, in $', '6', 1)
  await type('Business days on the way', '3-6')
  await press(page, 'Add a method')
  await type('Shipping method', 'Express', 1)
  await type('Price, in $', '19', 2)
  await type('Business days on the way', '1', 1)
  await tabTo(page, shipping.getByLabel('Buyers can collect their orders'))
  await page.keyboard.press('Space')
  await type('Where', 'The red barn, 4 Mill Road, Madison')
  const box = page.getByRole('region', { name: 'Try it' })
  await tabTo(page, box.getByLabel('ZIP code'))
  await page.keyboard.type('80202')
  await tabTo(page, box.getByLabel('Products'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('3')
  for (const text of ['Standard$6.00', 'Express$19.00', 'Pick upFree$1.10 tax (5.5 %), $21.10 in all'])
    await expect(box.getByRole('status')).toContainText(text)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await press(page, /^Save$/)
  await expect(page.getByText('Saved. Your shop shows it now.')).toBeVisible()
}

// Other journeys of this shop expect its flat prices.
test.afterEach(async ({ request, admin }) => {
  const headers = { authorization: `Bearer ${admin.token}` }
  const response = await request.put('/api/settings', { headers, data: { shipping: null } })
  expect(response.status()).toBe(200)
})

test('the seller sets up a shipping plan with the keyboard, and a shopper chooses how an order travels', {
  tag: '@desktop',
}, async ({ page, admin, shopper }) => {
  test.slow()
  await makePlan(page, admin)
  await shopper.signIn(page)
  await fillCart(page, 'walnut-twist-pen')
  await rememberAddress(page)
  await page.goto('/placeorder')
  const way = (name: string | RegExp) => page.getByRole('radio', { name })
  const total = page.getByRole('definition').last()
  await expect(way(/^Standard/)).toBeChecked()
  await expect(page.getByText(/^Arrives /).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const standard = await total.textContent()
  await way(/^Express/).check()
  await expect(total).not.toHaveText(standard ?? '')
  const express = await total.textContent()
  await way(/^Pick up/).check()
  await expect(page.getByText('The red barn, 4 Mill Road, Madison')).toBeVisible()
  await expect(total).not.toHaveText(express ?? '')
  await way(/^Express/).check()
  await expect(total).toHaveText(express ?? '')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()

  await expect(page.getByRole('main')).toContainText('Express')
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('111')
  await page.getByRole('button', { name: `Pay ${express}` }).click()
  await expect(page.getByText(/^Arrives /)).toBeVisible()
  await expectAccessible(page)
})
