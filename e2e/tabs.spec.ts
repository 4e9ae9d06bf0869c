import type { BrowserContext, Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { fillCart } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import type { Shopper } from './shoppers.ts'

// The browser lists a refused call as a failed load: a new password asks for the present one.
test.use({ expectedFailures: [/status of 403/] })

const KEYCHAIN = 'little-rainbow-keychain'
const PEN = 'walnut-twist-pen'

/** Another tab of the same browser, with this page open. */
async function openTab(context: BrowserContext, path: string) {
  const tab = await context.newPage()
  await tab.goto(path)
  return tab
}

async function signInByForm(tab: Page, { email, password }: Shopper, path: string) {
  await tab.goto(path)
  await tab.getByLabel(TEXT.emailAddress).fill(email)
  await tab.getByLabel(TEXT.password, { exact: true }).fill(password)
  await tab.getByRole('main').getByRole('button', { name: TEXT.signIn }).click()
}

async function logOut(tab: Page, name: string) {
  const menu = tab.getByRole('button', { name: 'Menu', exact: true })
  await ((await menu.isVisible()) ? menu : tab.getByRole('button', { name })).click()
  await tab.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
}

const storedValue = (tab: Page, key: string) => tab.evaluate((name) => JSON.parse(localStorage[name] ?? 'null'), key)

/** Where a tab stores what the shop has answered about the account, whichever tab has asked. */
const ANSWERS = ['wishes', 'wishList', 'savedCart']

/** The number of writes to the storage by an idle tab within a second, but for what the shop has answered. */
async function writesInASecond(tab: Page) {
  return tab.evaluate(async (answers) => {
    let writes = 0
    const { setItem, removeItem } = Storage.prototype
    Storage.prototype.setItem = function (...args) {
      if (this === localStorage && !answers.includes(args[0])) writes++
      return setItem.apply(this, args)
    }
    Storage.prototype.removeItem = function (...args) {
      if (this === localStorage && !answers.includes(args[0])) writes++
      return removeItem.apply(this, args)
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return writes
  }, ANSWERS)
}

test('a sign-in, a password change and a sign-out in one tab reach the others, which write nothing themselves', async ({
  page,
  context,
  shopper,
}) => {
  const second = await openTab(context, '/cart')
  const third = await openTab(context, '/contact')
  await signInByForm(page, shopper, '/login?redirect=/profile')
  await expect(page).toHaveURL(/\/profile$/)
  await expect.poll(async () => (await storedValue(second, 'userInfo'))?.email).toBe(shopper.email)
  expect(await Promise.all([page, second, third].map(writesInASecond))).toEqual([0, 0, 0])
  await second.goto('/profile')
  await expect(second.getByLabel(TEXT.emailAddress)).toHaveValue(shopper.email)

  await page.getByLabel(TEXT.password, { exact: true }).fill('another long secret')
  await page.getByLabel(TEXT.confirmPassword).fill('another long secret')
  await page.getByRole('button', { name: TEXT.update }).click()
  const question = page.getByRole('dialog', { name: 'Please sign in again' })
  await question.getByLabel(TEXT.password).fill(shopper.password)
  await question.getByRole('button', { name: TEXT.signIn }).click()
  await expect(page.getByText('Your profile has been updated.')).toBeVisible()
  await second.getByLabel('Name', { exact: true }).fill('Grace Murray')
  await second.getByRole('button', { name: TEXT.update }).click()
  await expect(second.getByText('Your profile has been updated.')).toBeVisible()

  await third.goto('/profile')
  await logOut(page, 'Grace Murray')
  for (const tab of [page, second, third]) {
    await expect(tab).toHaveURL(/\/login\?redirect=%2Fprofile$/)
    expect(await storedValue(tab, 'userInfo')).toBeNull()
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: TEXT.signIn })).toBeVisible()
})

test('when another user signs in in one tab, the other tab shows nothing of the first user', async ({
  page,
  context,
  shopper,
  otherShopper,
}) => {
  const order = await shopper.placeOrder(KEYCHAIN)
  await shopper.signIn(page)
  await fillCart(page, KEYCHAIN)
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: TEXT.myOrders })).toContainText(String(order.number))
  const second = await openTab(context, '/contact')
  await signInByForm(second, otherShopper, '/login?again=1')
  await expect(second).not.toHaveURL(/login/)
  await expect(page.getByLabel(TEXT.emailAddress)).toHaveValue(otherShopper.email)
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(String(order.number))
  expect(await storedValue(page, 'cartItems')).toEqual([])
})

test('products added in two tabs at once are in both carts, and paying in one empties the other', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.signIn(page)
  await page.goto(`/products/${KEYCHAIN}`)
  const second = await openTab(context, `/products/${PEN}`)
  const third = await openTab(context, '/cart')
  await expect(third.getByText(TEXT.cartEmpty)).toBeVisible()
  await Promise.all([page, second].map((tab) => tab.getByRole('button', { name: TEXT.addToCart }).first().click()))
  for (const tab of [page, second, third]) {
    await expect(tab).toHaveURL(/\/cart$/)
    await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(2)
  }
  expect(await storedValue(page, 'cartItems')).toHaveLength(2)

  const { _id } = await shopper.placeOrder(KEYCHAIN, PEN)
  await page.goto(`/order/${_id}`)
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('111')
  await page.getByLabel('ZIP code').fill('53703')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText(TEXT.paidOn)).toBeVisible()
  for (const tab of [second, third]) await expect(tab.getByText(TEXT.cartEmpty)).toBeVisible()
})
