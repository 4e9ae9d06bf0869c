// More of the seller's screens, and those of buyers abroad, in states that take some steps.
import type { Screenshot, Visit } from './admin-screens.ts'
import { asGuest, forAdmin, inPlanShop, paid, paidByGuest, place, placed, press, signedIn } from './plan-screens.ts'
import { caller, LONG_WORD } from './plan-shop.ts'

const PIECE = 'little-rainbow-keychain'
const TORONTO = {
  ...{ address: '290 Bremner Boulevard, Suite 1200', city: 'Toronto', state: 'ON', postalCode: 'M5V 3L9' },
  ...{ country: 'Canada', countryCode: 'CA', phone: '+1 416 555 0100' },
}

const inDemo = (name: string, path: string, show?: Screenshot['show']): Screenshot => ({
  ...forAdmin(name, path, show),
  shop: undefined,
})

const newOrder = (name: string, show?: (visit: Visit) => Promise<unknown>) =>
  forAdmin(`new-order${name}`, '/admin/orders/new', show)

export const SELLER_SCREENSHOTS: Screenshot[] = [
  inDemo('published', '/admin/dashboard', async ({ page }) => {
    await page.evaluate(() => window.history.replaceState({ usr: { isPublished: true }, key: 'x', idx: 0 }, ''))
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByText('Your shop is published').waitFor()
  }),
  inDemo('text-page', '/admin/pages', openPage),
  newOrder('-tiles'),
  newOrder('-choices', async ({ page }) => {
    await page.getByLabel('Find a product').fill('tumbler charm')
    await page.getByRole('button', { name: /Joy Tumbler/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  newOrder('-question', async (visit) => {
    await addPieces(visit)
    await visit.page.getByLabel('Find a product').fill('stoneware serving')
    await visit.page.getByRole('button', { name: /Hand-Thrown/ }).click()
    await visit.page.getByRole('button', { name: 'Add to the order' }).waitFor()
  }),
  newOrder('-pickup', async (visit) => {
    await addPieces(visit)
    await openCart(visit)
    await visit.page.getByLabel('The buyer picks it up').check()
    await visit.page.getByLabel('Not paid yet').check()
  }),
  newOrder('-abroad', async (visit) => {
    const { page } = visit
    await addPieces(visit)
    await openCart(visit)
    await page.getByLabel('Ship it').check()
    await page.getByLabel('Country').selectOption('CA')
    await page.getByLabel('Name', { exact: true }).fill(LONG_WORD)
    await press(page, 'Add the order')
  }),
  newOrder('-done', async (visit) => {
    await addPieces(visit)
    await openCart(visit)
    await visit.page.getByLabel('The buyer picks it up').check()
    await visit.page.getByLabel('Not paid yet').check()
    await visit.page.getByLabel('Name', { exact: true }).fill('Ada Phone')
    await press(visit.page, 'Add the order')
    await visit.page.getByRole('heading', { name: /is added$/ }).waitFor()
  }),
  forAdmin('coupon-zip', '/admin/coupons', async ({ page }) => {
    await press(page, 'Create Coupon')
    await page.getByLabel('Amount').fill('2.50')
    await page.getByLabel(/ZIP/).fill('53703')
  }),
  forAdmin('erase-guest', '/admin/dashboard', async (visit) => {
    const session = await visit.page.evaluate(() => localStorage.getItem('userInfo'))
    const id = await paidByGuest(visit)
    await visit.page.evaluate((own) => localStorage.setItem('userInfo', own ?? ''), session)
    await visit.page.goto(`/order/${id}`)
    await press(visit.page, 'Erase the buyer’s data')
  }),
  forAdmin('order-abroad', '/admin/dashboard', async (visit) => {
    const { id, pay } = await place(visit, { address: TORONTO, method: 'abroad' })
    await pay()
    await visit.page.goto(`/order/${id}`)
  }),
  forAdmin('order-canceled', '/admin/dashboard', async (visit) => {
    const id = await placed(visit, 'standard')
    await caller(visit.page.request, visit.shopper.token)('put', `/api/orders/${id}/canceled`)
    await visit.page.goto(`/order/${id}`)
  }),
  inPlanShop('guest-order-pickup', '/cart', async (visit) => {
    const { token } = await asGuest(visit)
    const { id, pay } = await place(visit, { token, method: 'pickup' })
    await pay()
    await visit.page.goto(`/order/${id}`)
  }),
  signedIn('plan-order-refunded', '/cart', async (visit) => {
    const id = await paid(visit, 'standard')
    await caller(visit.page.request, visit.adminToken)('post', `/api/orders/${id}/refund`, { restock: true })
    await visit.page.goto(`/order/${id}`)
  }),
  signedIn('profile-abroad', '/cart', async (visit) => {
    await saveAbroad(visit)
    await visit.page.goto('/profile', { waitUntil: 'networkidle' })
  }),
  signedIn('shipping-abroad', '/cart', async (visit) => {
    await saveAbroad(visit)
    await visit.page.goto(`/cart/${PIECE}?qty=1`)
    await visit.page.goto('/shipping', { waitUntil: 'networkidle' })
    await visit.page.getByLabel('Saved addresses').selectOption({ index: 1 })
  }),
  inDemo('import-long', '/admin/imports', importLong),
  ...['backups', 'health'].flatMap((name) => [
    inDemo(`${name}-failed`, '/admin/dashboard', async ({ page }) => {
      await page.route(apiOf(name), (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(`/admin/${name}`)
      await page.getByRole('alert').first().waitFor()
    }),
    {
      ...inDemo(`${name}-loading`, '/admin/dashboard', async ({ page }) => {
        await page.route(apiOf(name), () => undefined)
        await page.goto(`/admin/${name}`)
      }),
      isLoading: true,
    },
  ]),
]

const apiOf = (name: string) => (name === 'health' ? '**/api/setup/health' : '**/api/backups')

async function openPage({ page }: Visit) {
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  await page.getByLabel('Text', { exact: true }).waitFor()
}

async function addPieces({ page }: Visit) {
  await page.getByLabel('Find a product').fill('little rainbow')
  await page.getByRole('button', { name: /^Little Rainbow Keychain/ }).click()
  await page.getByRole('region', { name: 'Total' }).getByText('$').waitFor()
}

async function openCart({ page }: Visit) {
  const opener = page.getByRole('button', { name: /Cart and more/ })
  if (await opener.isVisible()) await opener.click()
}

async function saveAbroad({ page, shopper }: Visit) {
  await caller(page.request, shopper.token)('post', '/api/users/addresses', TORONTO)
}

async function importLong({ page }: Visit) {
  const long = 'Reactive Glaze Serving Bowl with Two Handles and a Name that is much longer than a row is wide'
  const rows = [
    'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,IMAGE1,VARIATION 1 NAME,VARIATION 1 VALUES',
    `"${long}, in the Ninth Color of the Second Series",Made by hand.,24.00,USD,5,mug,,,`,
    `${LONG_WORD.repeat(2)},Made by hand.,,USD,5,mug,,,`,
    `${long},Made by hand.,24.00,USD,5,mug,,Size,"Small,Large"`,
  ]
  const buffer = Buffer.from(rows.join('\n'))
  const name = `EtsyListingsDownload-of-the-shop-before-the-move-${LONG_WORD}.csv`
  await page.getByLabel('Choose a file', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByText(/will be created/).waitFor()
}
