// Screens in a shop with a shipping plan, sales tax by state and guests: the buyer's and the seller's.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { fillCart, rememberAddress } from '#e2e/checkout.ts'
import { messagesTo } from '#e2e/messages.ts'
import type { Screenshot, Visit } from './admin-screens.ts'
import { caller, LONG_WORD } from './plan-shop.ts'

const PIECES = ['little-rainbow-keychain', 'walnut-twist-pen', 'kids-gingham-clip-pair', 'kids-rainbow-bead-bracelet']
const [PIECE = ''] = PIECES
const WISCONSIN = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703' }
const LONG_ADDRESS = {
  recipient: `Maximiliane-Alexandra ${LONG_WORD}`,
  address: '12345 North Martin Luther King Junior Memorial Boulevard Northeast',
  address2: 'Building C, Apartment 1204, c/o The Lakeshore Pottery Cooperative',
  city: 'Village of Grosse Pointe Shores',
  state: 'CO',
  postalCode: '80202-1234',
}
const WORDS = 'The kiln broke down while your bowl was in it.\nI am making you a new one, and the glaze takes a week.'

type Show = (visit: Visit) => Promise<unknown>

export const inPlanShop = (name: string, path: string, show?: Show): Screenshot => ({ name, path, shop: 'plan', show })
export const signedIn = (name: string, path: string, show?: Show): Screenshot => ({
  ...inPlanShop(name, path, show),
  isSignedIn: true,
})
export const forAdmin = (name: string, path: string, show?: Show): Screenshot => ({
  ...inPlanShop(`admin-${name}`, path, show),
  isAdmin: true,
})
/** A screen of the settings, without the frame. */
const section = (name: string, title: string, show?: (part: Locator, page: Page) => Promise<unknown>): Screenshot => ({
  ...forAdmin(
    `settings-${name}`,
    title === 'Shipping' ? '/admin/settings/shipping' : '/admin/settings/sales-tax',
    ({ page }) => show?.(region(page, title), page) ?? Promise.resolve(),
  ),
  part: (page) => region(page, title),
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name }).first().click()

export const PLAN_SCREENSHOTS: Screenshot[] = [
  inPlanShop('guest-login', '/cart', async ({ page }) => {
    await fillCart(page, PIECE)
    await page.goto('/login?redirect=shipping', { waitUntil: 'networkidle' })
  }),
  inPlanShop('guest-checkout', '/cart', (visit) => guestCheckout(visit)),
  inPlanShop('guest-checkout-empty', '/cart', async (visit) => {
    await asGuest(visit)
    await visit.page.goto('/shipping')
  }),
  inPlanShop('guest-checkout-errors', '/cart', async (visit) => {
    await guestCheckout(visit, { city: '', state: '', postalCode: '' })
    await press(visit.page, 'Proceed to Checkout')
  }),
  inPlanShop('guest-checkout-express', '/cart', async (visit) => {
    await guestCheckout(visit, LONG_ADDRESS)
    await visit.page.getByRole('radio', { name: /Express/ }).check()
  }),
  inPlanShop('guest-checkout-pickup', '/cart', async (visit) => {
    await guestCheckout(visit)
    await visit.page.getByRole('radio', { name: /Pick/i }).check()
  }),
  inPlanShop('guest-checkout-failed', '/cart', async (visit) => {
    await visit.page.route('**/api/rates?*', (route) => route.abort())
    await guestCheckout(visit)
    await visit.page.getByRole('alert').waitFor()
  }),
  inPlanShop('guest-order-paid', '/cart', async (visit) => visit.page.goto(`/order/${await paidByGuest(visit)}`)),
  signedIn('plan-placeorder', '/cart', (visit) => placing(visit)),
  signedIn('plan-placeorder-pickup', '/cart', async (visit) => {
    await placing(visit)
    await visit.page.getByRole('radio', { name: /Pick/i }).check()
  }),
  signedIn('plan-order', '/cart', async (visit) => visit.page.goto(`/order/${await placed(visit, 'express')}`)),
  signedIn('plan-order-pickup', '/cart', async (visit) => visit.page.goto(`/order/${await paid(visit, 'pickup')}`)),
  signedIn('plan-order-long', '/cart', async (visit) => visit.page.goto(`/order/${await paidLong(visit)}`)),
  signedIn('plan-shipping-saved', '/cart', async (visit) => {
    await saveAddresses(visit)
    await fillCart(visit.page, PIECE)
    await visit.page.goto('/shipping')
  }),
  signedIn('plan-profile', '/cart', async (visit) => {
    await saveAddresses(visit)
    for (let at = 0; at < 12; at++) await paid(visit, at % 3 ? 'standard' : 'pickup')
    await visit.page.goto('/profile', { waitUntil: 'networkidle' })
    await visit.page.getByText('Did you buy something without an account?').click()
    await press(visit.page, 'Email me a code')
  }),
  inPlanShop('find-orders', '/orders/find'),
  inPlanShop('find-orders-sent', '/orders/find', async ({ page }) => {
    await page.getByRole('main').getByLabel('Email').fill('gus@shopper.example')
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('main').getByRole('status').first().waitFor()
  }),
  inPlanShop('order-link', '/cart', openLink),
  signedIn('order-link-signed-in', '/cart', openLink),
  inPlanShop('order-link-gone', '/cart', async (visit) => {
    const id = await paidByGuest(visit)
    await visit.page.evaluate(() => localStorage.clear())
    await visit.page.goto(`/order/${id}#k=made-up`)
  }),
  signedIn('order-delay', '/cart', async (visit) => visit.page.goto(`/order/${await delayed(visit, 9)}`)),
  signedIn('order-delay-long', '/cart', async (visit) => visit.page.goto(`/order/${await delayed(visit, 60)}`)),
  signedIn('order-delay-refund', '/cart', async (visit) => visit.page.goto(`/order/${await refundWanted(visit)}`)),
  signedIn('delay-wait', '/cart', (visit) => openDelayLink(visit, 'wait')),
  signedIn('delay-refund', '/cart', (visit) => openDelayLink(visit, 'refund')),
  signedIn('delay-wait-done', '/cart', async (visit) => {
    await openDelayLink(visit, 'wait')
    await press(visit.page.getByRole('main'), /wait/)
  }),
  inPlanShop('delay-link-gone', '/delays/wait#made-up', ({ page }) => press(page.getByRole('main'), /wait/)),

  forAdmin('order-long', '/admin/dashboard', async (visit) => visit.page.goto(`/order/${await paidLong(visit)}`)),
  forAdmin('order-delay', '/admin/dashboard', async (visit) => {
    await visit.page.goto(`/order/${await delayed(visit, 60)}`)
  }),
  forAdmin('order-refund-wanted', '/admin/dashboard', async (visit) =>
    visit.page.goto(`/order/${await refundWanted(visit)}`),
  ),
  forAdmin('order-refund-many', '/admin/dashboard', async (visit) => {
    await visit.page.goto(`/order/${await paidLong(visit)}`)
    await visit.page.getByRole('radio', { name: 'Products and shipping' }).check()
    for (const field of await visit.page.getByLabel(/^Refund how many of /).all())
      await field.selectOption({ index: 1 })
  }),
  forAdmin('order-address-long', '/admin/dashboard', async (visit) => {
    await visit.page.goto(`/order/${await paidLong(visit)}`)
    await press(visit.page, 'Change address')
    await visit.page.getByLabel('Postal Code').fill('1')
    await press(visit.page, 'Save')
  }),
  forAdmin('order-mark-paid', '/admin/dashboard', async (visit) => {
    await visit.page.goto(`/order/${await placed(visit, 'pickup')}`)
    await press(visit.page, 'Mark as paid')
  }),
  forAdmin('order-pickup', '/admin/dashboard', async (visit) =>
    visit.page.goto(`/order/${await paid(visit, 'pickup')}`),
  ),
  forAdmin('postage', '/admin/dashboard', async (visit) => {
    await paid(visit, 'standard')
    await paid(visit, 'pickup')
    await visit.page.goto('/admin/postage')
  }),
  forAdmin('postage-failed', '/admin/dashboard', async ({ page }) => {
    await page.route('**/api/orders/postage/check', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/admin/postage')
  }),
  forAdmin('tracking', '/admin/dashboard', trackingFile),
  forAdmin('sales-tax', '/admin/dashboard', async (visit) => {
    await paid(visit, 'standard')
    await paidLong(visit)
    await visit.page.goto('/admin/sales-tax')
  }),
  section('shipping', 'Shipping'),
  section('shipping-errors', 'Shipping', async (part, page) => {
    await press(part, 'Add a method')
    await part.getByLabel('Price, in $').first().fill('a lot')
    await part.getByLabel('Business days on the way').first().fill('soon')
    await press(page, /^Save$/)
  }),
  { ...section('shipping-starts', 'Shipping'), shop: undefined },
  {
    ...section('shipping-new', 'Shipping', async (part) => {
      await press(part, /^By weight/)
      await part.getByLabel('Buyers can collect their orders').check()
    }),
    shop: undefined,
  },
  { ...section('tax-flat', 'Sales tax'), shop: undefined },
  {
    ...section('tax-included', 'Sales tax', async (part) => {
      await part.getByLabel('My prices include the tax').check()
    }),
    shop: undefined,
  },
  section('tax-states', 'Sales tax'),
  section('tax-upload', 'Sales tax', async (part) => {
    const rows = [
      'ZipCode,EstimatedCombinedRate,TaxRegionName',
      ...Array.from({ length: 40 }, (_, at) => `${53_701 + at},0.055,MADISON`),
      '90210,0.095,BEVERLY HILLS',
      '53799,0.9,MADISON',
      'ABCDE,0.05,NOWHERE',
      '53798,much,NOWHERE',
    ]
    const file = { name: 'TAXRATES_ZIP5_WI202611.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await part.locator('input[type=file]').first().setInputFiles(file)
    await part.getByRole('status').first().waitFor()
  }),
]

const orderItemsOf = async ({ page }: Visit, slugs: string[]) =>
  Promise.all(
    slugs.map(async (slug) => ({
      product: (await (await page.request.get(`/api/products/${slug}`)).json())._id,
      qty: slug === PIECE ? 2 : 1,
    })),
  )

type NewOrder = { slugs?: string[]; method?: string; address?: object; token?: string; note?: string }

export async function place(visit: Visit, { slugs = [PIECE], method, address = WISCONSIN, token, note }: NewOrder) {
  const call = caller(visit.page.request, token ?? visit.shopper.token)
  const { _id, totalPrice } = await call('post', '/api/orders', {
    orderItems: await orderItemsOf(visit, slugs),
    shippingAddress: address,
    paymentMethod: 'Square',
    shippingMethod: method,
    ...(note && { giftNote: note, giftWrap: true }),
  })
  const pay = () =>
    call('post', '/api/orders/processSquare', {
      price: Math.round(totalPrice * 100),
      sourceId: 'cnon:card-nonce-ok',
      orderId: _id,
    })
  return { id: _id as string, pay }
}

export const placed = async (visit: Visit, method: string) => (await place(visit, { method })).id

export async function paid(visit: Visit, method: string) {
  const { id, pay } = await place(visit, { method })
  await pay()
  return id
}

/** A gift of many pieces, one of them with a long name, to a long name at a long address. */
async function paidLong(visit: Visit) {
  const slugs = [...PIECES, visit.longSlug ?? PIECE]
  const note = 'For Grandma, who taught me to throw pots. Happy ninetieth birthday, and many more!'
  const { id, pay } = await place(visit, { slugs, address: LONG_ADDRESS, method: 'express', note })
  await pay()
  return id
}

/** Makes this browser that of a guest with a long name. Returns its session. */
export async function asGuest({ page }: Visit) {
  await fillCart(page, PIECE)
  const email = `gus-${randomUUID()}@a-rather-long-domain-of-a-shopper.example`
  const guest = await caller(page.request)('post', '/api/users/guest', { name: `Augustus ${LONG_WORD}`, email })
  await page.evaluate((info) => localStorage.setItem('userInfo', JSON.stringify(info)), guest)
  return { email, token: guest.token as string }
}

async function guestCheckout(visit: Visit, address: Record<string, string> = WISCONSIN) {
  const { page } = visit
  await asGuest(visit)
  if (visit.longSlug) await fillCart(page, visit.longSlug)
  await page.evaluate((draft) => localStorage.setItem('shippingAddress', JSON.stringify(draft)), address)
  await page.goto('/shipping', { waitUntil: 'networkidle' })
}

export async function paidByGuest(visit: Visit) {
  const { token } = await asGuest(visit)
  const { id, pay } = await place(visit, { token })
  await pay()
  return id
}

/** Opens the mailed link of a guest's order in a browser that is not the guest's. */
async function openLink(visit: Visit) {
  const { page } = visit
  const session = await page.evaluate(() => localStorage.getItem('userInfo'))
  const { email, token } = await asGuest(visit)
  const { pay } = await place(visit, { token })
  await pay()
  await page.evaluate((own) => {
    localStorage.clear()
    if (own) localStorage.setItem('userInfo', own)
  }, session)
  await page.goto(await mailedPath(visit, email, /\/order\/[\w-]+#k=[\w-]+/))
  await page.getByText('Orchard Lane').first().waitFor()
}

async function mailedPath({ outbox }: Visit, email: string, link: RegExp) {
  for (let tries = 0; tries < 100; tries++) {
    const texts = (await messagesTo(outbox, email)).map(({ text }) => text).join('\n')
    const [found] = link.exec(texts) ?? []
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No link was mailed to ${email}.`)
}

async function placing(visit: Visit) {
  const { page } = visit
  await fillCart(page, PIECE, ...(visit.longSlug ? [visit.longSlug] : []))
  await rememberAddress(page)
  await page.goto('/placeorder', { waitUntil: 'networkidle' })
}

async function saveAddresses({ page, shopper }: Visit) {
  const call = caller(page.request, shopper.token)
  for (const address of [WISCONSIN, LONG_ADDRESS]) await call('post', '/api/users/addresses', address)
}

/** A paid order that the seller has delayed by so many days. */
async function delayed(visit: Visit, days: number) {
  const { page, adminToken } = visit
  const id = await paid(visit, 'standard')
  const call = caller(page.request, adminToken)
  const { shipBy: wasBy } = await call('get', `/api/orders/${id}`)
  const shipBy = new Date(Date.parse(wasBy) + days * 86_400_000).toISOString().slice(0, 10)
  await call('post', `/api/orders/${id}/delays`, { wasBy, shipBy, words: WORDS })
  return id
}

async function refundWanted(visit: Visit) {
  const id = await delayed(visit, 60)
  await caller(visit.page.request, visit.shopper.token)('put', `/api/orders/${id}/delay`, { answer: 'refund' })
  return id
}

async function openDelayLink(visit: Visit, answer: 'wait' | 'refund') {
  await delayed(visit, 60)
  await visit.page.goto(await mailedPath(visit, visit.shopper.email, new RegExp(`/delays/${answer}#[\\w.~-]+`)))
}

/** The dry run of a file of tracking numbers, some of them odd. */
async function trackingFile(visit: Visit) {
  const { page, adminToken } = visit
  const call = caller(page.request, adminToken)
  const numbers = []
  for (const method of ['standard', 'express']) {
    const { number } = await call('get', `/api/orders/${await paid(visit, method)}`)
    numbers.push(number as number)
  }
  await page.goto('/admin/postage', { waitUntil: 'networkidle' })
  const rows = [
    'Order Number,Tracking Number,Carrier',
    `${numbers[0]},9400111899223197428490,USPS`,
    `${numbers[1]},1Z999AA10123456784,UPS`,
    `${numbers[0]},9400111899223197428490,USPS`,
    '99999999,9400111899223197428490,USPS',
    'none,,',
  ]
  const file = { name: 'tracking.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('table').waitFor()
}
