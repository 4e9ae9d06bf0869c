import { EMAIL_PHOTO } from '#contract/photos.ts'
import { TEXT } from '#contract/texts.ts'
import { buy, createProduct } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { messagesTo } from './messages.ts'

test('a printed order is a receipt with items, buyer and amounts, and no controls', async ({ page, shopper }) => {
  const order = await shopper.placeOrder('little-rainbow-keychain', 'walnut-twist-pen')
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  const seller = (await page.getByRole('banner').getByRole('link').first().textContent()) ?? ''
  expect(seller).not.toBe('')

  await page.emulateMedia({ media: 'print' })
  for (const role of ['banner', 'navigation', 'contentinfo', 'button', 'textbox', 'alert', 'status'] as const)
    await expect(page.getByRole(role), role).toHaveCount(0)
  for (const text of ['Little Rainbow Keychain', 'Walnut Twist Pen', '12 Orchard Lane', shopper.email, TEXT.notPaid])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible()
  await expect(page.getByRole('definition').getByText('$41.93')).toBeVisible()
  await expect(page.getByRole('main').getByText(seller)).toBeVisible()
  for (const photo of await page.getByRole('main').locator('img').all()) await expect(photo).toBeVisible()
})

test('a button prints the receipt of a paid order', async ({ page, admin, shopper }) => {
  const order = await shopper.placeOrder((await createProduct(page, admin)).slug)
  await shopper.signIn(page)
  await page.goto(`/order/${order._id}`)
  await expect(page.getByRole('button', { name: 'Print receipt' })).toHaveCount(0)
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('111')
  await page.getByLabel('ZIP code').fill('53703')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Paid with Visa ending in 1111')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }))
  await page.getByRole('button', { name: 'Print receipt' }).click()
  expect(await page.evaluate(() => 'isPrinted' in window)).toBe(true)
})

test('on a phone the total stays above the card form', async ({ page, shopper }) => {
  const order = await shopper.placeOrder('little-rainbow-keychain')
  await shopper.signIn(page)
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`/order/${order._id}`)
  await page.getByLabel('ZIP code').focus()
  const heading = page.getByRole('heading', { name: 'Pay $10.89' })
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('ZIP code')).toBeInViewport({ ratio: 1 })
})

test('photo and mark in an emailed receipt load outside of the shop', async ({ page, browser, shopper }) => {
  await buy(page, shopper, 'little-rainbow-keychain')
  const receipts = async () =>
    (await messagesTo(process.env.E2E_OUTBOX ?? '', shopper.email)).filter(({ html }) => html.includes('/images/'))
  await expect.poll(async () => (await receipts()).length).toBe(1)
  const [receipt] = await receipts()
  // A page of no origin, as which a mail program shows a message.
  const mailProgram = await browser.newPage()
  await mailProgram.setContent(receipt?.html ?? '')
  const pixels = () =>
    mailProgram.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
  await expect.poll(pixels).toEqual([192, EMAIL_PHOTO.width])
  await mailProgram.close()
})
