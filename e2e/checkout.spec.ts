import { itemGone, TEXT } from '#contract/texts.ts'
import { ADDRESS, buy, createProduct, fillCart, rememberAddress } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const PIECE = 'little-rainbow-keychain'

test('the cart shows the amounts of the order and of its items', { tag: '@phone' }, async ({ page }) => {
  await fillCart(page, PIECE)
  const main = page.getByRole('main')
  for (const figure of ['Shipping$3.50', 'Estimated tax$0.39', 'Estimated total$10.89'])
    await expect(main).toContainText(figure)
  await page.getByLabel('Quantity of Little Rainbow Keychain').selectOption('2')
  for (const figure of ['$7.00 each', 'Shipping$5.00', 'Estimated tax$0.77', 'Estimated total$19.77'])
    await expect(main).toContainText(figure)
})

test('a removed item can be restored to its place in the cart', { tag: '@phone' }, async ({ page }) => {
  await fillCart(page, PIECE, 'walnut-twist-pen')
  const names = page.getByRole('main').getByRole('listitem').getByRole('link')
  await page.getByRole('button', { name: 'Remove Little Rainbow Keychain' }).click()
  await expect(page.getByText('Little Rainbow Keychain has been removed.')).toBeVisible()
  await expect(names).toHaveText(['Walnut Twist Pen'])
  await page.getByRole('button', { name: 'Undo: put Little Rainbow Keychain back' }).click()
  await expect(names).toHaveText(['Little Rainbow Keychain', 'Walnut Twist Pen'])
  await expect(page.getByText('Subtotal (2 items)')).toBeVisible()
})

test('opening the cart lists changes of price and stock since the last visit', { tag: '@phone' }, async ({ page }) => {
  await fillCart(page, PIECE)
  await page.evaluate(() => {
    const [item] = JSON.parse(localStorage.getItem('cartItems') ?? '[]')
    localStorage.setItem('cartItems', JSON.stringify([{ ...item, price: 6 }]))
  })
  await page.reload()
  const priceNote = page.getByText('The price of Little Rainbow Keychain changed from $6.00 to $7.00.')
  await expect(priceNote).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(priceNote).toHaveCount(0)
})

test('a one-of-a-kind product is marked as such, and a shopper who comes too late sees that it is gone', {
  tag: '@phone',
}, async ({ page, admin, shopper, otherShopper }) => {
  const { name, slug } = await createProduct(page, admin, { qty: 1 })
  const order = await shopper.placeOrder(slug)
  await shopper.signIn(page)
  await fillCart(page, slug)
  await expect(page.getByText('Last one')).toBeVisible()
  await expectAccessible(page)
  await buy(page, otherShopper, slug)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: itemGone(name) })).toBeVisible()
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
  await page.goto(`/order/${order._id}`)
  await expect(page.getByRole('status').filter({ hasText: itemGone(name) })).toBeVisible()
  await expect(page.getByText('This order has no items left')).toBeVisible()
  await expectAccessible(page)
})

test('total and next step stay visible on a phone, and the items on a wide screen', async ({ page, shopper }) => {
  await shopper.signIn(page)
  await fillCart(page, PIECE, 'walnut-twist-pen', 'oatmeal-drip-mug')
  await expect(page.getByRole('link', { name: TEXT.proceedToCheckout })).toBeInViewport()
  const isPhone = (page.viewportSize()?.width ?? 0) < 991
  await page.goto('/shipping')
  const summary = page.getByRole('region', { name: TEXT.orderSummary })
  await expect(summary).toBeInViewport()
  await expect(summary).toContainText('$67.25')
  await expect(summary.getByRole('link', { name: 'Oatmeal Drip Mug' })).toBeVisible({ visible: !isPhone })
  await rememberAddress(page)
  await page.goto('/placeorder')
  await expect(page.getByRole('button', { name: TEXT.proceedToCheckout })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
})

test('an account with a saved address goes from the cart to the payment in two screens', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.signIn(page)
  const headers = { authorization: `Bearer ${shopper.token}` }
  expect((await page.request.post('/api/users/addresses', { headers, data: ADDRESS })).ok()).toBe(true)
  await fillCart(page, PIECE)
  await page.getByRole('link', { name: TEXT.proceedToCheckout }).click()
  await expect(page).toHaveURL(/\/placeorder$/)
  await expect(page.getByText(ADDRESS.address)).toBeVisible()
  await page.getByRole('button', { name: TEXT.proceedToCheckout }).click()
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Apple Pay' })).toBeInViewport({ ratio: 1 })
  // What was passed over can be opened.
  for (const path of ['/shipping', '/payment']) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('an error appears when a wrong field is left, and disappears when the value is right', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.signIn(page)
  await page.goto('/shipping')
  const zip = page.getByLabel(TEXT.postalCode)
  const wrong = page.locator('form').getByText('Enter a ZIP code with five digits.')
  await page.getByLabel(TEXT.address, { exact: true }).focus()
  await page.keyboard.press('Tab')
  await zip.pressSequentially('5370')
  await expect(wrong).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(wrong).toBeVisible()
  await expect(zip).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('status').filter({ hasText: 'Enter a ZIP code with five digits.' })).toBeAttached()
  // Leaving an empty field untouched shows no error.
  await expect(page.getByText('Enter the street and number.')).toHaveCount(0)
  await expectAccessible(page)
  await zip.press('End')
  await zip.pressSequentially('31234')
  await expect(wrong).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(zip).toHaveValue('53703-1234')
  await expect(page.getByLabel(TEXT.state)).toHaveValue('WI')
})

test('a gift goes to somebody else, and a ZIP code of another state is asked about once', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.signIn(page)
  await fillCart(page, PIECE)
  await page.goto('/shipping')
  await page.getByRole('button', { name: 'Ship to someone else' }).click()
  await expect(page.getByLabel('Name of the recipient')).toBeFocused()
  await page.keyboard.type('Oma Keller')
  await page.getByLabel(TEXT.address, { exact: true }).fill('12 Orchard Lane')
  await page.getByRole('button', { name: 'Add an apartment, suite or company' }).click()
  await page.keyboard.type('Apt 4')
  await page.getByLabel(TEXT.city).fill('Madison')
  await page.getByLabel(TEXT.state).selectOption('CO')
  await page.getByLabel(TEXT.postalCode).fill('53703')
  await expect(page.getByText('ZIP code 53703 is in Wisconsin.')).toBeVisible()
  const go = page.getByRole('button', { name: TEXT.continue })
  await go.click()
  await expect(page.getByRole('alert')).toContainText('press the button again')
  await expectAccessible(page)
  await page.getByLabel('Save this address for my next order').check()
  await go.click()
  await expect(page).toHaveURL(/\/placeorder$/)
  await expect(page.getByText('Oma Keller')).toBeVisible()
  await expect(page.getByText('Apt 4')).toBeVisible()
  await page.evaluate(() => localStorage.removeItem('shippingAddress'))
  await page.goto('/shipping')
  await page.getByLabel('Saved addresses').selectOption('Oma Keller, 12 Orchard Lane, Madison, CO')
  await expect(page.getByLabel(TEXT.postalCode)).toHaveValue('53703')
  await expect(page.getByText('ZIP code 53703 is in Wisconsin.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Saved addresses' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete the address 12 Orchard Lane' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Saved addresses' })).toHaveCount(0)
})

test('the browser can fill in the address', { tag: '@phone' }, async ({ page, shopper }) => {
  await shopper.signIn(page)
  await page.goto('/shipping')
  for (const [label, token] of [
    [TEXT.address, 'shipping address-line1'],
    [TEXT.city, 'shipping address-level2'],
    [TEXT.state, 'shipping address-level1'],
    [TEXT.postalCode, 'shipping postal-code'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', token)
  await expect(page.getByLabel(TEXT.postalCode)).toHaveAttribute('inputmode', 'numeric')
})

test('an unsaved address is still there after a reload, for the same user only', { tag: '@phone' }, async ({
  page,
  shopper,
  otherShopper,
}) => {
  await shopper.signIn(page)
  await page.goto('/shipping')
  await page.getByLabel(TEXT.address, { exact: true }).fill('7 Half Finished Road')
  await page.getByLabel(TEXT.state).selectOption('CO')
  await page.reload()
  await expect(page.getByLabel(TEXT.address, { exact: true })).toHaveValue('7 Half Finished Road')
  await expect(page.getByLabel(TEXT.state)).toHaveValue('CO')
  await otherShopper.signIn(page)
  await page.goto('/shipping')
  await expect(page.getByLabel(TEXT.address, { exact: true })).toHaveValue('')
})

test('each reached step of the checkout is a link', { tag: '@phone' }, async ({ page, shopper }) => {
  await shopper.signIn(page)
  await fillCart(page, PIECE)
  await page.goto('/shipping')
  const steps = page.getByRole('navigation', { name: 'Checkout' })
  await expect(steps.getByRole('link')).toHaveText([TEXT.signIn])
  await rememberAddress(page)
  await page.goto('/placeorder')
  await expect(steps.getByRole('link')).toHaveText([TEXT.signIn, TEXT.shipping, TEXT.payment])
  await steps.getByRole('link', { name: TEXT.shipping }).click()
  await expect(page.getByLabel(TEXT.city)).toHaveValue(ADDRESS.city)
})

test.describe('a wrong code', () => {
  test.use({ expectedFailures: [/status of 422/] })
  test('stays in its field, and a right one shows its discount', { tag: '@phone' }, async ({ page, shopper }) => {
    await shopper.signIn(page)
    await fillCart(page, PIECE)
    await rememberAddress(page)
    await page.goto('/placeorder')
    const code = page.getByLabel('Code', { exact: true })
    await code.fill('WELCOM5')
    await page.getByRole('button', { name: TEXT.applyCode }).click()
    await expect(page.getByRole('alert')).toContainText(TEXT.couponInvalid)
    await expect(code).toHaveValue('WELCOM5')
    await code.fill('WELCOME5')
    await page.getByRole('button', { name: TEXT.applyCode }).click()
    await expect(page.getByText('is applied: you save $5.00.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(code).toBeFocused()
    await expect(page.getByText('Discount', { exact: true })).toHaveCount(0)
  })
})

test('an applied code survives a reload and a return, and is checked again', { tag: '@phone' }, async ({
  page,
  shopper,
}) => {
  await shopper.signIn(page)
  await fillCart(page, PIECE)
  await rememberAddress(page)
  await page.goto('/placeorder')
  await page.getByLabel('Code', { exact: true }).fill('welcome5')
  await page.getByRole('button', { name: TEXT.applyCode }).click()
  const couponNote = page.getByText('is applied: you save $5.00.')
  await expect(couponNote).toBeVisible()
  await page.reload()
  await expect(couponNote).toBeVisible()
  await page.getByRole('link', { name: 'Edit address' }).click()
  await expect(page).toHaveURL(/\/shipping$/)
  await page.goBack()
  await expect(couponNote).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.reload()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('')
  await expect(couponNote).toHaveCount(0)
})

test.describe('a remembered code', () => {
  test.use({ expectedFailures: [/status of 422/] })
  test('that is no longer usable is refused when the screen opens again, and then forgotten', {
    tag: '@phone',
  }, async ({ page, shopper }) => {
    await shopper.signIn(page)
    await fillCart(page, PIECE)
    await rememberAddress(page)
    await page.evaluate(() => localStorage.setItem('couponCode', '"GONE-LONG-AGO"'))
    await page.goto('/placeorder')
    await expect(page.getByRole('alert')).toContainText(TEXT.couponInvalid)
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('GONE-LONG-AGO')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('couponCode'))).toBe('""')
  })
})

test('Add to Cart adds the product at once, stored and counted', { tag: '@phone' }, async ({ page }) => {
  await page.goto(`/products/${PIECE}`)
  let requests = 0
  await page.route('**/api/products/*', () => {
    requests++
  })
  await page.getByRole('button', { name: TEXT.addToCart }).first().click()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]'))).toHaveLength(1)
  await expect(page.getByRole('link', { name: 'Cart 1 item' })).toBeVisible()
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  // The page has requested the stock and has no response.
  await expect.poll(() => requests).toBeGreaterThan(0)
})

test('the prices of an order are aligned in one column, however long the names of its items', {
  tag: '@phone',
}, async ({ page, admin, shopper }) => {
  const mark = shopper.email.slice(8, 13)
  const names = [
    `Bow ${mark}`,
    `Tabby cat charm ${mark}`,
    `Wine stopper of spalted maple with a turned top, No. ${mark}`,
  ]
  const pieces = await Promise.all(names.map((name) => createProduct(page, admin, { name })))
  await shopper.signIn(page)
  await fillCart(page, ...pieces.map(({ slug }) => slug))
  await rememberAddress(page)
  await page.goto('/placeorder')
  const prices = page.getByRole('listitem').getByText('1 x $7.00')
  await expect(prices).toHaveCount(3)
  for (const width of [390, 700]) {
    await page.setViewportSize({ width, height: 844 })
    const places = await prices.evaluateAll((all) => all.map((price) => price.getBoundingClientRect()))
    expect(new Set(places.map(({ left, right }) => `${left} to ${right}`)).size, `at ${width} px`).toBe(1)
  }
})
