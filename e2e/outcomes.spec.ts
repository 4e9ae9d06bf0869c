import { eq, sql } from 'drizzle-orm'
import { itemGone, TEXT } from '#contract/texts.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { coupon, product } from '#server/testing/factories.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { fillCard, GOOD_CARD, payButton, payByCall, paymentsFor, payWith, setSdkBehavior, test } from './square.ts'

// The browser lists a refused payment as a failed load.
test.use({ expectedFailures: [/status of (402|409|503)/] })

const UNAVAILABLE = 'Card payments are unavailable right now. You have not been charged.'
const UNCONFIRMED_PAYMENT = 'We could not confirm the payment. You have not been charged twice; we are checking.'

test('when the bank declines, the shopper reads why and pays with another card', async ({
  page,
  openOrder,
  simulator,
}) => {
  const order = await openOrder()
  await payWith(page, { number: '4000 0000 0000 0002' })
  await expect(page.getByRole('alert')).toContainText('declined. Try another card or call your bank')
  await expectAccessible(page)
  await payWith(page)
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const takenPayments = (await paymentsFor(simulator, order)).filter((status) => status === 'COMPLETED')
  expect(takenPayments).toHaveLength(1)
})

test('when the bank asks for verification, Square gets the amounts of the order and makes a new token', async ({
  page,
  openOrder,
  shopper,
  simulator,
}) => {
  const order = await openOrder()
  await simulator.faults([{ on: 'createPayment', times: 1, do: { decline: 'CARD_DECLINED_VERIFICATION_REQUIRED' } }])
  await payWith(page)
  await expect(page.getByRole('alert')).toContainText('Enter the card again')
  await payButton(page).click()
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  const details = await page.evaluate(() => (window as { squareSeen?: { details: object[] } }).squareSeen?.details)
  const expectedPayment = {
    amount: order.totalPrice.toFixed(2),
    currencyCode: 'USD',
    intent: 'CHARGE',
    customerInitiated: true,
    sellerKeyedIn: false,
    billingContact: {
      givenName: 'Grace',
      familyName: 'Potter',
      email: shopper.email,
      addressLines: ['12 Orchard Lane'],
      city: 'Madison',
      state: 'WI',
      postalCode: '53703',
      countryCode: 'US',
    },
  }
  expect(details).toEqual([expectedPayment, expectedPayment])
})

test('while the card service is down no card is tried, and afterwards the same button pays', async ({
  page,
  openOrder,
  simulator,
}) => {
  await openOrder()
  await simulator.faults([{ on: 'any', do: { reset: true } }])
  await payWith(page)
  await expect(page.getByRole('alert')).toContainText(UNCONFIRMED_PAYMENT)
  await expect(async () => {
    await payButton(page).click()
    await expect(page.getByRole('alert')).toContainText(UNAVAILABLE, { timeout: 1000 })
  }).toPass()
  await simulator.forgetCalls()
  await payButton(page).click()
  await expect(payButton(page)).not.toHaveAttribute('aria-busy')
  expect((await simulator.calls()).seen.createPayment ?? 0).toBe(0)
  await simulator.faults([])
  await expect(async () => {
    // The button is gone when an earlier press has paid after all, on a slow machine.
    if (await payButton(page).isVisible()) await payButton(page).click({ timeout: 1000 })
    await expect(page.getByText(TEXT.paidOn)).toBeVisible({ timeout: 3000 })
  }).toPass()
})

test('when the outcome of a payment is unknown, the shopper reads so and can safely pay again', async ({
  page,
  openOrder,
  simulator,
}) => {
  const order = await openOrder()
  await simulator.faults([{ on: 'createPayment', when: 'after', do: { reset: true } }])
  await payWith(page)
  await expect(page.getByRole('alert')).toContainText(UNCONFIRMED_PAYMENT)
  await expect(page.getByRole('alert')).toContainText('We checked: nothing was charged, and you can pay again.')
  await expectAccessible(page)
  await simulator.faults([])
  await payButton(page).click()
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  await expect.poll(() => paymentsFor(simulator, order)).toEqual(['CANCELED', 'COMPLETED'])
})

test('a payment with an unknown outcome is shown as processing, and as paid without a reload', async ({
  page,
  openOrder,
  simulator,
}) => {
  const order = await openOrder()
  await simulator.faults([
    { on: 'completePayment', do: { reset: true } },
    { on: 'getPayment', do: { status: 503 } },
  ])
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await payWith(page)
  await expect(page.getByText('Your payment is processing.')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
  await expect(page.locator('[name="number"]')).toBeHidden()
  await expectAccessible(page)
  await simulator.faults([])
  await expect(page.getByText(TEXT.paidOn)).toBeVisible({ timeout: 60_000 })
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(await paymentsFor(simulator, order)).toEqual(['COMPLETED'])
})

test('the form accepts no second press during a payment', async ({ page, openOrder, simulator }) => {
  const order = await openOrder()
  await simulator.faults([{ on: 'createPayment', times: 1, do: { wait: true } }])
  await payWith(page)
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('[inert] [name="number"]')).toHaveValue(GOOD_CARD.number)
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press++) button.click()
  })
  await simulator.faults([])
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  expect(await paymentsFor(simulator, order)).toEqual(['COMPLETED'])
})

test('an item that somebody else buys meanwhile is removed, and the rest can be paid', async ({
  page,
  openOrder,
  otherShopper,
  squareShop,
  simulator,
}) => {
  const last = await squareShop.piece({ name: 'Last Teapot', slug: `teapot-${Date.now()}`, qty: 1, priceCents: 4000 })
  const order = await openOrder({}, last, await squareShop.piece({ priceCents: 1000 }))
  await expect(payButton(page)).toHaveText('Pay $57.75')
  const theirs = await otherShopper.placeOrder(last)
  await payByCall(page, otherShopper, theirs)
  await payWith(page)
  await expect(page.getByText(itemGone('Last Teapot')).first()).toBeVisible()
  await expect(payButton(page)).toHaveText('Pay $14.05')
  await expect(page.getByRole('link', { name: 'Last Teapot' })).toHaveCount(0)
  await expectAccessible(page)
  expect(await paymentsFor(simulator, order)).toEqual([])
  await payButton(page).click()
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
})

test('when the coupon ends and prices rise while a card is typed, the page shows the new total before it is paid', async ({
  page,
  shopper,
  squareShop,
  simulator,
}) => {
  const { db } = squareShop
  const { code } = await coupon(db)
  const { id, slug } = await product(db, { name: 'Autumn Leaf Bowl', slug: `bowl-${Date.now()}`, priceCents: 1000 })
  const order = await shopper.placeOrderWith({ code }, slug)
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(payButton(page)).toHaveText('Pay $13.05')
  await fillCard(page)
  await db.update(coupons).set({ expires: '2026-01-31' }).where(eq(coupons.code, code))
  await db.update(products).set({ priceCents: 1200 }).where(eq(products.id, id))
  await db.update(orders).set({ createdAt: sql`now() - interval '25 hours'` }).where(eq(orders.id, order._id))
  await payButton(page).click()
  const main = page.getByRole('main')
  await expect(main).toContainText(`The discount code ${code} has expired.`)
  await expect(main).toContainText('Prices have changed since you placed this order. The total is now $16.16.')
  await expect(payButton(page)).toHaveText('Pay $16.16')
  expect(await paymentsFor(simulator, order)).toEqual([])
  await expectAccessible(page)
  await payButton(page).click()
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  expect(await paymentsFor(simulator, order)).toEqual(['COMPLETED'])
})

test('two tabs that pay one order at once both show it as paid, and it is paid once', async ({
  page,
  context,
  openOrder,
  simulator,
}) => {
  const order = await openOrder()
  const second = await context.newPage()
  await setSdkBehavior(second, {})
  await second.goto(page.url())
  await simulator.faults([{ on: 'createPayment', do: { delay: 500 } }])
  for (const tab of [page, second]) await fillCard(tab)
  await Promise.all([page, second].map((tab) => payButton(tab).click()))
  for (const tab of [page, second]) await expect(tab.getByText(TEXT.paidOn)).toBeVisible()
  expect(await paymentsFor(simulator, order)).toEqual(['COMPLETED'])
})

test('when the browser is closed before it reports the payment, the order is paid all the same', {
  tag: '@K12',
}, async ({ page, context, openOrder, simulator }) => {
  const order = await openOrder()
  const closing = new Promise<void>((resolve) =>
    page.route('**/api/orders/*/pay', async () => {
      await page.close()
      resolve()
    }),
  )
  const url = page.url()
  await payWith(page)
  await closing
  const again = await context.newPage()
  await again.goto(url)
  await expect(again.getByText(TEXT.paidOn)).toBeVisible()
  expect(await paymentsFor(simulator, order)).toEqual(['COMPLETED'])
})

test('ten presses of Place Order within a second place one order', { tag: '@C5' }, async ({
  page,
  shopper,
  squareShop,
}) => {
  const slug = await squareShop.piece()
  await shopper.signIn(page)
  await page.goto(`/cart/${slug}?qty=1`)
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await page.evaluate(() => {
    const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' }
    localStorage.setItem('shippingAddress', JSON.stringify(address))
    localStorage.setItem('paymentMethod', JSON.stringify('Square'))
  })
  await page.goto('/placeorder')
  await expect(page.getByRole('button', { name: TEXT.proceedToCheckout })).toBeEnabled()
  let sentCount = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sentCount++
  })
  // The response to each press is delayed, so that all presses find the button.
  await page.route(/\/order\/[^/]+$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.evaluate((name) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    let presses = 0
    const timer = setInterval(() => {
      button?.click()
      if (++presses === 10) clearInterval(timer)
    }, 90)
  }, TEXT.proceedToCheckout)
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
  await expect(payButton(page)).toBeVisible()
  const mine = await page.request.get('/api/orders/myorders', { headers: { authorization: `Bearer ${shopper.token}` } })
  expect(await mine.json()).toHaveLength(1)
  // The server would return the same order for repeated requests; the page does not send them.
  expect(sentCount).toBe(1)
})
