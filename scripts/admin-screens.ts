// The admin screens in their states. Each screenshot creates the orders that it shows, of one product with ample stock.
import type { Locator, Page } from '@playwright/test'
import type { Shopper } from '../e2e/shoppers.ts'

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
  seen('look'),
  seen('settings'),
  seen('backups'),
  seen('audit-log'),
  seen('health'),
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
async function paid({ page, shopper }: Visit) {
  const { _id, totalPrice } = await shopper.placeOrder(PIECE)
  const data = { price: Math.round(totalPrice * 100), sourceId: 'cnon:card-nonce-ok', orderId: _id }
  const answer = await page.request.post('/api/orders/processSquare', { headers: as(shopper.token), data })
  if (!answer.ok()) throw new Error(`Paying: ${answer.status()} ${await answer.text()}`)
  return _id
}

async function refundPieces(visit: Visit) {
  const { page } = visit
  await page.goto(`/order/${await paid(visit)}`)
  await page.getByRole('radio', { name: 'Products and shipping' }).check()
  await page.getByLabel(/^Refund how many of /).selectOption('1')
  await page.getByLabel('Reason').fill('The clip broke.')
}

async function refunded(visit: Visit, data: { amount?: number; restock: boolean }) {
  const id = await paid(visit)
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
