// The admin screens in their states. Each screenshot creates the orders that it shows, of one product with ample stock.
import type { Locator, Page } from '@playwright/test'
import type { Shopper } from '#e2e/shoppers.ts'

export type Visit = {
  page: Page
  isPhone: boolean
  shopper: Shopper
  adminToken: string
  /** The folder of the messages that the shop sends. */
  outbox: string
  /** A product with a long name, in the shop with a plan. */
  longSlug?: string
}

/** A screen in one of its states: a URL, and the steps before the screenshot. */
export type Screenshot = {
  name: string
  path: string
  isSignedIn?: boolean
  isAdmin?: boolean
  /** The shop with a shipping plan and tax by state instead of the demo shop as it is. */
  shop?: 'plan' | undefined
  /** In a browser without JavaScript. */
  hasNoScripts?: boolean
  /** Before its data have come. */
  isLoading?: boolean
  /** The part of the page to show; without it, all of it. */
  part?(page: Page): Locator
  show?(visit: Visit): Promise<unknown>
}

const PIECE = 'little-rainbow-keychain'
const CLIPS = 'kids-gingham-clip-pair'

/** The parts of the settings, by the last segments of their addresses. */
const SETTING_PARTS = [
  ...['shop', 'home-page', 'search-and-cart', 'shipping', 'days-to-ship', 'sales-tax', 'returns-and-thanks'],
  ...['contact', 'time-off', 'gift-wrap', 'fees-and-pay', 'stock', 'time-zone'],
]

const as = (token?: string) => ({ authorization: `Bearer ${token}` })

/** The states that every screen under /admin has without any steps. */
const seen = (name: string, path = `/admin/${name}`): Screenshot => ({ name: `admin-${name}`, path, isAdmin: true })

const ordered = (name: string, show: Screenshot['show']): Screenshot => ({
  name: `admin-${name}`,
  path: '/admin/orderlist',
  isAdmin: true,
  show,
})

export const ADMIN_SCREENSHOTS: Screenshot[] = [
  seen('dashboard'),
  seen('discrepancies'),
  seen('productlist'),
  seen('categories'),
  seen('collections'),
  seen('search-words'),
  seen('customers'),
  {
    ...seen('customer', '/admin/customers'),
    show: async ({ page }) => {
      await page.getByRole('main').locator('tbody').getByRole('link').first().click()
      await page.getByLabel('Notes').waitFor()
    },
  },
  seen('imports'),
  seen('exports'),
  seen('past-orders'),
  seen('past-reviews'),
  {
    ...seen('collection-edit', '/admin/collections'),
    show: ({ page }) =>
      page
        .getByRole('link', { name: /^Edit / })
        .first()
        .click(),
  },
  seen('coupons'),
  seen('userlist'),
  seen('invitations'),
  { ...seen('passkeys', '/profile'), part: (page) => page.getByRole('region', { name: 'Passkeys' }) },
  seen('look'),
  seen('settings'),
  ...SETTING_PARTS.map((part) => seen(`settings-part-${part}`, `/admin/settings/${part}`)),
  seen('backups'),
  seen('audit-log'),
  seen('shop-check'),
  seen('notifications'),
  seen('shared-photos'),
  seen('not-found', '/admin/spaceships'),
  {
    ...seen('product-new', '/admin/productlist'),
    show: ({ page }) => create(page, 'Create Product', 'Name'),
  },
  { ...seen('product-edit', `/products/${PIECE}`), show: editProduct },
  { ...seen('coupon-new', '/admin/coupons'), show: ({ page }) => create(page, 'Create Coupon', 'Code') },
  { ...seen('coupon-delete', '/admin/coupons'), show: ({ page }) => first(page, /^Delete /) },
  { ...seen('user-edit', '/admin/userlist'), show: editUser },
  ordered('orderlist', async (visit) => {
    await paid(visit)
    await visit.page.reload()
    await visit.page.getByRole('checkbox').last().check()
  }),
  ...['money-check', 'monthly-statement', 'earnings'].map((name) =>
    ordered(name, async (visit) => {
      await refunded(visit, { amount: 1.25, restock: false })
      await visit.page.goto(`/admin/${name}`)
    }),
  ),
  ordered('orders-deleted', deleted),
  ordered('order-to-ship', async (visit) => visit.page.goto(`/order/${await paid(visit)}`)),
  ordered('orders-shipped', async (visit) => {
    const { page } = visit
    await paid(visit)
    await page.goto('/admin/orderlist?delivery=waiting')
    await page.getByRole('checkbox').last().check()
    await page.getByRole('button', { name: 'Mark shipped', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark Shipped' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  }),
  ordered('order-parcels', parcels),
  ordered('order-to-hand-over', async (visit) => visit.page.goto(`/order/${await soldByCode(visit)}`)),
  ordered('order-piece-refunded', (visit) => refunded(visit, { items: [{ line: 1, qty: 1 }] }, CLIPS)),
  ordered('market-code', async (visit) => {
    await sellByCode(visit)
    await visit.page.getByRole('img', { name: 'QR code to pay this order' }).waitFor()
  }),
  ordered('order-unpaid', async ({ page, shopper }) => {
    await page.goto(`/order/${(await shopper.placeOrder(PIECE))._id}`)
  }),
  ordered('order-refund-pieces', refundPieces),
  ordered('order-asks-to-cancel', async (visit) => {
    const id = await paid(visit)
    const headers = as(visit.shopper.token)
    await visit.page.request.post(`/api/orders/${id}/cancel-request`, { headers, data: { reason: 'Ordered twice.' } })
    await visit.page.goto(`/order/${id}`)
    await visit.page.getByRole('button', { name: 'Decline' }).click()
  }),
  ordered('order-address', async (visit) => {
    await visit.page.goto(`/order/${await paid(visit)}`)
    await visit.page.getByRole('button', { name: 'Change address' }).click()
  }),
  ordered('order-refunded-in-part', (visit) => refunded(visit, { amount: 1.25, restock: false })),
  ordered('order-refunded', (visit) => refunded(visit, { restock: true })),
  ordered('packing', async (visit) => visit.page.goto(`/admin/packing?ids=${await paid(visit)}`)),
  ordered('picklist', async (visit) => visit.page.goto(`/admin/picklist?ids=${await paid(visit)}`)),
]

/** Places an order, pays for it, and returns its id. */
async function paid({ page, shopper }: Visit, ...others: string[]) {
  const { _id, totalPrice } = await shopper.placeOrder(PIECE, ...others)
  const data = { price: Math.round(totalPrice * 100), sourceId: 'cnon:card-nonce-ok', orderId: _id }
  const answer = await page.request.post('/api/orders/processSquare', { headers: as(shopper.token), data })
  if (!answer.ok()) throw new Error(`Paying: ${answer.status()} ${await answer.text()}`)
  return _id
}

/** An order in two parcels, of which the first is being corrected. */
async function parcels(visit: Visit) {
  const { page, adminToken } = visit
  const id = await paid(visit, CLIPS)
  const headers = as(adminToken)
  for (const shipment of [
    { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', items: [{ line: 1, qty: 1 }] },
    { carrier: 'USPS', trackingNumber: '9400111899223856926785' },
  ])
    await page.request.put(`/api/orders/${id}/shipped`, { headers, data: shipment })
  await page.goto(`/order/${id}`)
  await page.getByRole('button', { name: 'Correct tracking of parcel 1' }).click()
}

/** Adds an order at the desk as at a market, which its buyer pays by a QR code. */
async function sellByCode({ page }: Visit) {
  await page.goto('/admin/orders/new')
  await page.getByLabel('Find a product').fill('rainbow')
  await page.getByRole('button', { name: /Little Rainbow Keychain/ }).click()
  await page.getByLabel('By card on the buyer’s phone (QR code)').check()
  await page.getByRole('region', { name: 'Total' }).getByText(/\$\d/).first().waitFor()
  await page.getByRole('button', { name: 'Add the order' }).click()
  await page.getByRole('heading', { name: /^Order \d+ is added$/ }).waitFor()
}

/** The id of such an order once it is paid. */
async function soldByCode(visit: Visit) {
  const { page, adminToken } = visit
  await sellByCode(visit)
  const id = (await page.getByRole('link', { name: 'Open this order' }).getAttribute('href'))?.split('/').at(-1)
  await page.request.put(`/api/orders/${id}/paid`, { headers: as(adminToken), data: { paidBy: 'other' } })
  return id
}

async function refundPieces(visit: Visit) {
  const { page } = visit
  await page.goto(`/order/${await paid(visit)}`)
  await page.getByRole('radio', { name: 'Products and shipping' }).check()
  await page.getByLabel(/^Refund how many of /).selectOption('1')
  await page.getByLabel('Reason').fill('The clip broke.')
}

async function refunded(
  visit: Visit,
  data: { amount?: number; restock?: boolean; items?: object[] },
  ...others: string[]
) {
  const id = await paid(visit, ...others)
  const answer = await visit.page.request.post(`/api/orders/${id}/refund`, { headers: as(visit.adminToken), data })
  if (!answer.ok()) throw new Error(`Refunding: ${answer.status()} ${await answer.text()}`)
  await visit.page.goto(`/order/${id}`)
}

async function deleted(visit: Visit) {
  const id = await paid(visit)
  await visit.page.request.delete(`/api/orders/${id}`, { headers: as(visit.adminToken) })
  await visit.page.goto('/admin/orderlist?show=deleted')
}

/** Creates something with the list's button, and waits for its form. */
async function create(page: Page, button: string, field: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByLabel(field, { exact: true }).waitFor()
}

async function editProduct({ page }: Visit) {
  await page.getByRole('link', { name: 'Edit Product' }).click()
  await page.getByLabel('SKU').waitFor()
}

async function editUser({ page }: Visit) {
  await first(page, /^Edit /)
  await page.getByLabel('Name', { exact: true }).waitFor()
}

const first = (page: Page, name: RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click()
