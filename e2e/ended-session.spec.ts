import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { ADDRESS, fillCart, rememberAddress } from './checkout.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import type { Shopper } from './shoppers.ts'

// The browser lists the 401 of a call without a session as a failed load.
test.use({ expectedFailures: [/status of 401/] })

const PIECE = 'little-rainbow-keychain'
const SESSION_ENDED = 'Your session has ended. Sign in to continue where you were.'

/** Deletes the session on the server, as if it had expired or been ended from another browser. */
async function endSession({ request }: Page, { token }: Shopper) {
  const answer = await request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.ok()).toBe(true)
}

const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

async function applyCode(page: Page) {
  await page.getByLabel('Code', { exact: true }).fill('WELCOME5')
  await press(page, TEXT.applyCode)
}

const couponNote = (page: Page) => page.getByText('is applied: you save $5.00.')

type Step = {
  step: string
  path: (shopper: Shopper) => Promise<string>
  /** Prepares the step before the session ends. */
  before?: (page: Page) => Promise<unknown>
  /** The action that the server refuses. */
  act: (page: Page) => Promise<unknown>
  /** Checks that the work is still there after signing in. */
  after: (page: Page) => Promise<unknown>
}

const placeOrder = async () => '/placeorder'
const STEPS: Step[] = [
  {
    step: 'a code is applied',
    path: placeOrder,
    act: applyCode,
    after: (page) => expect(page.getByLabel('Code', { exact: true })).toHaveValue('WELCOME5'),
  },
  {
    step: 'the order is placed',
    path: placeOrder,
    before: async (page) => {
      await applyCode(page)
      await expect(couponNote(page)).toBeVisible()
    },
    act: (page) => press(page, TEXT.proceedToCheckout),
    after: async (page) => {
      await expect(couponNote(page)).toBeVisible()
      await press(page, TEXT.proceedToCheckout)
      await expect(page).toHaveURL(/\/order\//)
    },
  },
  {
    step: 'the order is paid',
    path: async ({ placeOrder: place }) => `/order/${(await place(PIECE))._id}`,
    before: async (page) => {
      await page.getByLabel('Card number').fill('4111 1111 1111 1111')
      await page.getByLabel('Expiry').fill('12/30')
      await page.getByLabel('CVV').fill('111')
      await page.getByLabel('ZIP code').fill('53703')
    },
    act: (page) => press(page, /^Pay \$/),
    after: (page) => expect(page.getByLabel('Card number')).toBeVisible(),
  },
]

for (const { step, path, before, act, after } of STEPS)
  test(`when the session has ended before ${step}, nothing is lost and the user continues there after signing in`, async ({
    page,
    shopper,
  }) => {
    await shopper.signIn(page)
    await fillCart(page, PIECE)
    await rememberAddress(page)
    const address = await path(shopper)
    await page.goto(address)
    await before?.(page)
    await endSession(page, shopper)
    await act(page)
    await signInAgain(page, shopper)
    await expect(page).toHaveURL(address)
    await expectKept(page)
    await after(page)
  })

test('an address typed while the session ends in another browser is still there after signing in', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.signIn(page)
  await fillCart(page, PIECE)
  await page.goto('/shipping')
  await page.getByLabel(TEXT.address, { exact: true }).fill('7 Half Finished Road')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByLabel(TEXT.emailAddress)).toHaveValue(shopper.email)
  await endSession(page, shopper)
  await other.reload()
  await expect(page.getByText(SESSION_ENDED)).toBeVisible()
  await expectAccessible(page)
  await signInAgain(page, shopper)
  await expect(page).toHaveURL(/\/shipping$/)
  await expect(page.getByLabel(TEXT.address, { exact: true })).toHaveValue('7 Half Finished Road')
  await page.reload()
  await expect(page.getByLabel(TEXT.address, { exact: true })).toHaveValue('7 Half Finished Road')
})

test('another user who signs in after a session ended sees nothing of it', async ({ page, shopper, otherShopper }) => {
  await shopper.signIn(page)
  await fillCart(page, PIECE)
  await rememberAddress(page)
  await endSession(page, shopper)
  await page.goto('/placeorder')
  await applyCode(page)
  await signInAgain(page, otherShopper)
  await expect(page).toHaveURL(/\/shipping$/)
  await expect(page.getByLabel(TEXT.city)).toHaveValue('')
  await page.goto('/cart')
  await expect(page.getByText(TEXT.cartEmpty)).toBeVisible()
})

async function signInAgain(page: Page, { email, password }: Shopper) {
  await expect(page.getByText(SESSION_ENDED)).toBeVisible()
  await page.getByLabel(TEXT.emailAddress).fill(email)
  await page.getByLabel(TEXT.password, { exact: true }).fill(password)
  await press(page, TEXT.signIn)
}

async function expectKept(page: Page) {
  const storedState = await page.evaluate(() => {
    const value = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')
    return [value('cartItems').length, value('shippingAddress'), value('paymentMethod')]
  })
  expect(storedState).toEqual([1, ADDRESS, 'Square'])
}
