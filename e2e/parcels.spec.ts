import type { APIRequestContext, Page } from '@playwright/test'
import { ABROAD } from '#contract/messages.ts'
import { TEXT } from '#contract/texts.ts'
import { expectNoHorizontalScroll } from './checkout.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { test } from './own-shop.ts'
import { makeShopper, type SignedIn } from './shoppers.ts'

const PIECE = 'little-rainbow-keychain'

const method = (id: string, name: string, price: number) => ({
  ...{ id, name, by: 'pieces', days: { from: 3, to: 9 } },
  bands: [{ upTo: null, price }],
})
const PLAN = {
  ...{ usualGrams: 200, packingGrams: 50 },
  zones: [
    { name: 'USA', places: ['US'], methods: [method('mail', 'Mail', 4)] },
    { name: 'Far', places: ['US-AK', 'US-PR'], methods: [method('far', 'Far mail', 9)] },
    { name: 'Military', places: ['US-AE'], methods: [method('unit', 'Military mail', 6)] },
    { name: 'Canada', places: ['CA'], methods: [method('canada', 'Parcel to Canada', 18)] },
  ],
  pickup: { address: '5 Mill Lane, Denver', hours: 'Saturdays, 9 to 12' },
}

type Parcel = {
  to: string
  address: Record<string, string>
  way: string
  /** The rest of its row in the postage file; null: it is collected. */
  postage: Record<string, string> | null
  /** Its row in the report: country, state and tax in parts per million. */
  tax: [string, string | null, number]
}

const home = (street: string, city: string, state: string, zip: string) => ({
  [TEXT.address]: street,
  [TEXT.city]: city,
  [TEXT.state]: state,
  [TEXT.postalCode]: zip,
})

const PARCELS: Parcel[] = [
  {
    ...{ to: 'Alaska', address: home('10 Fireweed Lane', 'Anchorage', 'AK', '99503'), way: 'Far mail' },
    ...{ postage: { State: 'AK', Zipcode: '99503', Country: 'US' }, tax: ['US', 'AK', 55_000] },
  },
  {
    ...{ to: 'Puerto Rico', address: home('120 Calle Luna', 'San Juan', 'PR', '00901'), way: 'Far mail' },
    ...{ postage: { State: 'PR', Zipcode: '00901', Country: 'US' }, tax: ['US', 'PR', 55_000] },
  },
  {
    ...{ to: 'an APO address', address: home('Unit 2050 Box 4190', 'APO', 'AE', '09012'), way: 'Military mail' },
    postage: { State: 'AE', Zipcode: '09012', Country: 'US', 'HS Code': '392640', 'Origin Country': 'US' },
    tax: ['US', 'AE', 55_000],
  },
  {
    to: 'Canada',
    address: {
      ...{ [TEXT.country]: 'CA', [TEXT.address]: '10 King Street W', [TEXT.city]: 'Toronto' },
      ...{ 'State, province or region': 'ON', [TEXT.postalCode]: 'M5V 2T6', Phone: '+1 416 555 0100' },
    },
    way: 'Parcel to Canada',
    postage: {
      ...{ State: 'ON', Zipcode: 'M5V 2T6', Country: 'CA', Phone: '1 416 555 0100', 'HS Code': '392640' },
      ...{ 'Customs Description': 'Keychain of beads', 'Origin Country': 'US', 'Item Value': '7.00' },
    },
    tax: ['CA', null, 0],
  },
  {
    ...{ to: 'the shop, to collect it', address: home('12 Orchard Lane', 'Madison', 'WI', '53703'), way: 'Pick up' },
    ...{ postage: null, tax: ['US', 'WI', 55_000] },
  },
]

const headersOf = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` })

/** Gives the shop its plan, and the piece what customs asks. Returns what takes the plan away. */
async function planShipping(request: APIRequestContext, admin: SignedIn) {
  const save = async (url: string, data: object) => {
    const response = await request.put(url, { headers: headersOf(admin), data })
    expect(response.status(), await response.text()).toBe(200)
  }
  const { _id } = await (await request.get(`/api/products/${PIECE}`)).json()
  await save(`/api/products/${_id}`, { price: 7, hsCode: '392640', customsName: 'Keychain of beads', grams: 40 })
  await save('/api/settings', { shipping: PLAN })
  // The server hears of a change from its database, a moment after it was saved.
  await expect.poll(async () => (await request.get('/api/shop')).json()).toHaveProperty('shipping')
  return () => save('/api/settings', { shipping: null })
}

/** Buys the piece on screen and returns the id of the order. */
async function buyParcel(page: Page, { to, address, way }: Parcel) {
  await page.goto(`/cart/${PIECE}?qty=1`)
  await expect(page).toHaveURL(/\/cart$/)
  // An address that is known is not asked for again.
  await page.goto('/shipping')
  const country = page.getByLabel(TEXT.country, { exact: true })
  await country.selectOption(address[TEXT.country] ?? 'US')
  for (const [label, text] of Object.entries(address)) {
    const field = page.getByLabel(label, { exact: true })
    if (label === TEXT.country) continue
    await (label === TEXT.state ? field.selectOption(text) : field.fill(text))
  }
  await expect(page.getByText(ABROAD.duties)).toHaveCount(to === 'Canada' ? 1 : 0)
  if (to === 'Canada') await expectSound(page)
  await page.getByRole('button', { name: TEXT.continue }).click()
  await expect(page).toHaveURL(/\/placeorder$/)
  await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check()
  await expect(page.getByText(ABROAD.duties)).toHaveCount(to === 'Canada' ? 1 : 0)
  await page.getByRole('button', { name: TEXT.proceedToCheckout }).click()
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('111')
  await page.getByLabel(to === 'Canada' ? 'Postal code' : 'ZIP code', { exact: true }).fill('99501')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Your order is confirmed.')).toBeVisible()
  await expect(page.getByText(ABROAD.duties)).toHaveCount(to === 'Canada' ? 1 : 0)
  if (to === 'Canada') await expectSound(page)
  return page.url().split('/').at(-1) ?? ''
}

/** Fails when a page is inaccessible, or wider than the screen. */
async function expectSound(page: Page) {
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
}

/** The rows of a CSV file whose cells have no commas or line breaks, by their headings. */
function rowsOf(csv: string) {
  const [headings = [], ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(cells.map((cell, place) => [headings[place] ?? '', cell])))
}

test('parcels to Alaska, Puerto Rico, an APO address and Canada, and one to collect, from the form to slip, postage and tax', {
  tag: '@phone',
}, async ({ page, request, admin, browser, ownShop }) => {
  test.slow()
  const withoutPlan = await planShipping(request, admin)
  const shopper = await makeShopper(request)
  await shopper.signIn(page)
  const ids: string[] = []
  for (const parcel of PARCELS)
    await test.step(`to ${parcel.to}`, async () => {
      ids.push(await buyParcel(page, parcel))
    })

  const headers = headersOf(admin)
  const readJson = async (path: string) => request.get(path, { headers })
  const slips = await (await readJson(`/api/orders/packing?ids=${ids}`)).json()
  const postage = rowsOf(await (await readJson(`/api/orders/postage?ids=${ids}`)).text())
  const { rows: report } = await (await readJson('/api/reports/sales-tax?from=2020-01-01&to=2099-12-31')).json()
  expect(postage).toHaveLength(4)
  for (const [at, { to, address, way, postage: expectedPostage, tax }] of PARCELS.entries()) {
    const slip = slips.find(({ _id }: { _id: string }) => _id === ids[at])
    expect(slip, to).toMatchObject({ shipping: { name: way }, shippingAddress: { city: address[TEXT.city] } })
    const row = postage.find((one) => one['Order ID'] === String(slip.number))
    expect(row ?? null, to).toEqual(expectedPostage && expect.objectContaining({ ...expectedPostage, Service: way }))
    const [country, state, ppm] = tax
    expect(report, to).toContainEqual(expect.objectContaining({ country, state, ppm }))
  }

  const context = await browser.newContext({ baseURL: ownShop.url, viewport: page.viewportSize() })
  const desk = await context.newPage()
  await admin.signIn(desk)
  await desk.goto(`/order/${ids.at(-1)}`)
  await expect(desk.getByRole('button', { name: 'Ready to collect' })).toBeVisible()
  await expectSound(desk)
  await context.close()
  await withoutPlan()
})

test.describe('a guest on a small phone', () => {
  test.use({ viewport: { width: 390, height: 664 } })

  test('sees the ways to ship before the order is placed, and is led to them once', { tag: '@phone' }, async ({
    page,
    request,
    admin,
  }) => {
    const withoutPlan = await planShipping(request, admin)
    await page.goto(`/cart/${PIECE}?qty=1`)
    await page.getByRole('link', { name: TEXT.proceedToCheckout }).click()
    const guest = page.getByRole('region', { name: 'Check out as a guest' })
    await guest.getByLabel(TEXT.name).fill('Gus Murray')
    await guest.getByLabel('Email for your receipt').fill('gus@shopper.example')
    await guest.getByRole('button').click()
    await page.getByLabel('Address', { exact: true }).fill('12 Orchard Lane')
    await page.getByLabel('City').fill('Madison')
    await page.getByLabel('State').selectOption('WI')
    await page.getByLabel('Postal Code').fill('53703')
    const pickup = page.getByRole('radio', { name: /^Pick up/ })
    await expect(pickup).toBeAttached()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(pickup).not.toBeInViewport()

    const toPayment = page.getByRole('button', { name: 'Continue to payment' })
    await toPayment.click()
    await expect(page.getByRole('radio', { name: /^Mail/ })).toBeFocused()
    const bar = await page.locator('[data-bottom-bar]').boundingBox()
    await expect(pickup).toBeInViewport({ ratio: 1 })
    const box = await page.getByRole('group', { name: 'Shipping method' }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect(page.url()).toMatch(/\/shipping$/)
    await expectSound(page)

    await pickup.check()
    await page.evaluate(() => window.scrollTo(0, 0))
    await toPayment.click()
    await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/)
    await withoutPlan()
  })
})
