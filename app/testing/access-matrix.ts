// A request of every API call, and its status for every kind of caller: for those who may not make it by its access, which
// app/server/calls.txt lists, and for the others by its row. access.test.ts has the callers.

import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { CALLS } from '#app/server/calls.ts'
import { FEATURES } from '#app/server/features.ts'
import type { HeldRight } from '#contract/api-keys.ts'
import { daysAfter } from '#contract/calendar-days.ts'
import { toCents } from '#contract/money.ts'
import { saveAddress } from '#server/shop/accounts/saved-addresses.ts'
import { hashToken, newToken } from '#server/shop/accounts/tokens.ts'
import { allCategories } from '#server/shop/catalog/categories.ts'
import { allCollections } from '#server/shop/catalog/edit-collections.ts'
import type { Feature } from '#server/shop/feature.ts'
import { sendParcels } from '#server/shop/fulfillment/parcels.ts'
import { editedLook, publishDraft, saveDraft } from '#server/shop/look/looks.ts'
import { announceDelay } from '#server/shop/orders/delays.ts'
import { orders, parcels } from '#server/shop/schema/orders.ts'
import { mailedTokens } from '#server/shop/schema/users.ts'
import { allPages } from '#server/shop/text-pages/edit-text-pages.ts'
import {
  type AccessRows,
  type Account,
  type Kind,
  linkedOrder,
  type Order,
  paid,
  placed,
  type Row,
  row,
  type Sample,
  type Shop,
} from '#server/testing/access-rows.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import {
  admin,
  apiKey,
  category,
  collection,
  coupon,
  PASSWORD,
  product,
  textPage,
  user,
} from '#server/testing/factories.ts'
import { ONE_PIXEL_GIF, uploadRequest } from '#server/testing/uploads.ts'
import { SECRET } from '#server/testing/webhooks.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Name = keyof typeof CALLS
type CallsOf<One> = One extends { calls: infer Calls } ? keyof Calls : never
type ShopCall = Exclude<Name, CallsOf<(typeof FEATURES)[number]>>

/** What a caller is to what the call is about. */
export type Standing = 'visitor' | 'stranger' | 'owner' | 'packer' | 'admin'

/** What is another's is not there, for admins as well. */
const FOR_OWNER = { stranger: 404, owner: 200, admin: 404 }

const someCoupon = (body?: object) =>
  row({ make: ({ db }) => coupon(db), call: ({ id }) => ({ url: `/api/coupons/${id}`, body }) })
const somePage = (end = '', body?: object) =>
  row({ make: ({ db }) => textPage(db), call: ({ slug }) => ({ url: `/api/pages/${slug}${end}`, body }) })
const someCollection = (body?: object) =>
  row({ make: ({ db }) => collection(db), call: ({ id }) => ({ url: `/api/admin/collections/${id}`, body }) })

/** A paid order with a parcel that was just sent. */
async function shippedParcel(shop: Shop, account: Account) {
  const { _id: order } = await paid(shop, account)
  await shop.db.transaction((tx) => sendParcels(tx, [{ orderId: order }]))
  const [parcel] = await shop.db.select({ id: parcels.id }).from(parcels).where(eq(parcels.orderId, order))
  return { order, parcel: parcel?.id ?? '' }
}

/** A paid order that its buyer collects. */
async function pickedUp(shop: Shop, account: Account) {
  const order = await paid(shop, account)
  const shipping = {
    method: 'pickup',
    name: 'Pick up',
    by: 'pieces',
    zone: null,
    pickup: { address: '', hours: '' },
  } as const
  await shop.db.update(orders).set({ shipping }).where(eq(orders.id, order._id))
  return order
}

/** A new draft of the look, in the place of another. */
async function newDraft(db: Shop['db']) {
  const { look, version } = await editedLook(db)
  return saveDraft(db, { ...look, notice: { text: `Notice ${++counter}`, path: '', from: null, to: null } }, version)
}

/** The request of each call of the shop, and its status for those who may make it. */
const SHOP_ROWS: Record<ShopCall, Row> = {
  'GET /api/products': {},
  'GET /api/products/featured': {},
  'GET /api/products/newest': {},
  'GET /api/products/suggestions': { call: () => ({ url: '/api/products/suggestions?keyword=pen' }) },
  'GET /api/products/:id': row({ make: ({ db }) => product(db), call: ({ id }) => ({ url: `/api/products/${id}` }) }),
  'GET /api/products/:id/related': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/related` }),
  }),
  'POST /api/products/uploadImage': {
    status: 201,
    call: () => ({ url: '/api/products/uploadImage', ...uploadRequest([{ bytes: ONE_PIXEL_GIF }]) }),
  },
  'POST /api/products': row({ status: 201, make: ({ db }) => category(db, 'pens') }),
  'GET /api/products/:id/history': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/history?before=1` }),
  }),
  'POST /api/products/:id/copy': row({
    status: 201,
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/copy` }),
  }),
  'PUT /api/products/deleted': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/products/deleted', body: { ids: [id] } }),
  }),
  'PUT /api/products': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/products', body: { ids: [id], change: { stock: 1 } } }),
  }),
  'PUT /api/products/:id': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}`, body: { name: 'Walnut Pen' } }),
  }),
  'PUT /api/products/:id/shelf': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/shelf`, body: { qty: 4 } }),
  }),
  'DELETE /api/products/:id': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}` }),
  }),
  'GET /api/categories': {},
  'GET /api/categories/shelves': {},
  'POST /api/categories': {
    status: 201,
    call: () => ({ url: '/api/categories', body: { name: `candles ${++counter}` } }),
  },
  'PUT /api/categories': row({
    make: async ({ db }) => (await allCategories(db)).map(({ name }) => name),
    call: (order) => ({ url: '/api/categories', body: { order } }),
  }),
  'PUT /api/categories/:slug': row({
    make: newCategory,
    call: (slug) => ({ url: `/api/categories/${slug}`, body: { name: `soaps ${++counter}` } }),
  }),
  'DELETE /api/categories/:slug': row({
    make: async (shop) => {
      await newCategory(shop)
      return newCategory(shop)
    },
    call: (slug) => ({ url: `/api/categories/${slug}` }),
  }),

  'GET /api/collections': {},
  'GET /api/collections/shelves': {},
  'GET /api/collections/:slug': row({
    make: ({ db }) => collection(db),
    call: ({ slug }) => ({ url: `/api/collections/${slug}` }),
  }),
  'GET /api/admin/collections': {},
  'GET /api/admin/collections/:id': someCollection(),
  'POST /api/admin/collections': {
    status: 201,
    call: () => ({ url: '/api/admin/collections', body: { name: `Autumn ${++counter}` } }),
  },
  'PUT /api/admin/collections': row({
    make: async ({ db }) => (await allCollections(db)).map(({ _id }) => _id),
    call: (order) => ({ url: '/api/admin/collections', body: { order } }),
  }),
  'PUT /api/admin/collections/:id': someCollection({ text: 'Small things.' }),
  'DELETE /api/admin/collections/:id': someCollection(),

  'GET /api/pages': {},
  'GET /api/pages/:slug': somePage(),
  'POST /api/pages': { status: 201, call: () => ({ url: '/api/pages', body: { title: `Size guide ${++counter}` } }) },
  'POST /api/pages/preview': { call: () => ({ url: '/api/pages/preview', body: { slug: 'about', body: 'Hello.' } }) },
  'PUT /api/pages': row({
    make: async ({ db }) => (await allPages(db)).map(({ slug }) => slug),
    call: (order) => ({ url: '/api/pages', body: { order } }),
  }),
  'PUT /api/pages/:slug': somePage('', { title: 'Sizes' }),
  'PUT /api/pages/:slug/published': somePage('/published', { title: 'Sizes', body: 'One size.' }),
  'DELETE /api/pages/:slug/published': somePage('/published'),
  'DELETE /api/pages/:slug': somePage(),

  'GET /api/shop': {},
  'GET /api/rates': { call: () => ({ url: '/api/rates?state=CO' }) },
  'GET /api/zip-codes/:zip': { call: () => ({ url: '/api/zip-codes/53703' }) },
  'GET /api/admin/waiting': {},

  'GET /api/settings': {},
  'PUT /api/settings': { call: () => ({ url: '/api/settings', body: { name: 'Zinnia & Co' } }) },

  'GET /api/tax': {},
  'POST /api/tax/rates/:state': {
    call: () => ({
      url: '/api/tax/rates/CO?dryRun=true',
      body: 'zip,rate\n80202,0.0881\n',
      headers: { 'content-type': 'text/csv' },
    }),
  },
  'PUT /api/tax/rates/:state/:zip': { call: () => ({ url: '/api/tax/rates/CO/80202', body: { ppm: 88_100 } }) },

  'GET /api/look': {},
  'PUT /api/look': row({
    make: ({ db }) => editedLook(db),
    call: ({ look, version }) => ({ url: '/api/look', body: { look, version } }),
  }),
  'POST /api/look/logo': {
    status: 201,
    call: () => ({ url: '/api/look/logo', ...uploadRequest([{ bytes: ONE_PIXEL_GIF }]) }),
  },
  'POST /api/look/publish': row({
    make: ({ db }) => newDraft(db),
    call: ({ version }) => ({ url: '/api/look/publish', body: { version } }),
  }),
  'POST /api/look/discard': row({
    make: ({ db }) => newDraft(db),
    call: ({ version }) => ({ url: '/api/look/discard', body: { version } }),
  }),
  'POST /api/look/:id/publish': row({
    make: async ({ db }) => {
      for (let looks = 0; looks < 2; looks++) await publishDraft(db, (await newDraft(db)).version)
      return editedLook(db)
    },
    call: ({ version, history: [past] }) => ({ url: `/api/look/${past?.id}/publish`, body: { version } }),
  }),

  'POST /api/users': {
    status: 201,
    call: () => ({
      url: '/api/users',
      body: { name: 'Ann', email: `new-${++counter}@shopper.example`, password: PASSWORD },
    }),
  },
  'POST /api/users/guest': {
    status: 201,
    call: () => ({
      url: '/api/users/guest',
      body: { name: 'Ann', email: `guest-${++counter}@shopper.example` },
    }),
  },
  'PUT /api/users/guest': { call: () => ({ url: '/api/users/guest', body: { password: PASSWORD } }) },
  'POST /api/users/login': row({
    // Guests have no password.
    exceptions: { 'guest owner': 401 },
    call: (_, owner) => ({ url: '/api/users/login', body: { email: owner.user.email, password: PASSWORD } }),
  }),
  // The test shop has no robot check, so it has no challenges.
  'GET /api/users/robot-check': {},
  'GET /api/users/robot-check/challenge': { status: 404 },
  'POST /api/users/first-admin': {
    status: 410,
    call: () => ({
      url: '/api/users/first-admin',
      body: { key: newToken(), name: 'Eve', email: 'eve@shopper.example', password: PASSWORD },
    }),
  },
  'POST /api/users/logout': {},
  'GET /api/users/sessions': {},
  'DELETE /api/users/sessions/:id': {
    status: 404,
    call: () => ({ url: `/api/users/sessions/${'0'.repeat(64)}` }),
  },
  'DELETE /api/users/sessions': {},
  'GET /api/users/api-keys': {},
  'POST /api/users/api-keys': {
    status: 403,
    exceptions: { program: 201 },
    call: () => ({ url: '/api/users/api-keys', body: { name: 'Stock list' } }),
  },
  'DELETE /api/users/api-keys/:id': row({
    status: FOR_OWNER,
    make: ({ db }, owner) => apiKey(db, owner),
    call: ({ _id }) => ({ url: `/api/users/api-keys/${_id}` }),
  }),
  'GET /api/users/addresses': {},
  'POST /api/users/addresses': { status: 201, call: () => ({ url: '/api/users/addresses', body: ADDRESS }) },
  'DELETE /api/users/addresses/:id': row({
    status: FOR_OWNER,
    make: ({ db }, { user: { id } }) => saveAddress(db, id, { ...ADDRESS, state: 'CO' }),
    call: ({ _id }) => ({ url: `/api/users/addresses/${_id}` }),
  }),
  'GET /api/users': {},
  'GET /api/users/:id': row({
    status: { stranger: 404, owner: 200, admin: 200 },
    // An admin's key reads its own account alone.
    exceptions: { key: 404 },
    call: (_, owner) => ({ url: `/api/users/${owner.user.id}` }),
  }),
  'PUT /api/users/profile': row({
    call: (_, owner) => ({ url: '/api/users/profile', body: { id: owner.user.id, name: 'Anna' } }),
  }),
  'PUT /api/users/profile/email': {
    status: 422,
    call: () => ({ url: '/api/users/profile/email', body: { email: 'new@shopper.example', code: '000000' } }),
  },
  'PUT /api/users/:id': row({
    call: (_, owner) => ({ url: `/api/users/${owner.user.id}`, body: { name: 'Anna', isAdmin: true } }),
  }),
  'DELETE /api/users/:id': row({ call: (_, owner) => ({ url: `/api/users/${owner.user.id}` }) }),

  'POST /api/users/forgot-password': {
    call: () => ({
      url: '/api/users/forgot-password',
      body: { email: `unknown-${++counter}@shopper.example` },
    }),
  },
  'GET /api/users/forgot-password-reset/:token': row({
    make: resetToken,
    call: (token) => ({ url: `/api/users/forgot-password-reset/${token}` }),
  }),
  'POST /api/users/forgot-password-reset/:token': row({
    make: resetToken,
    call: (token) => ({ url: `/api/users/forgot-password-reset/${token}`, body: { password: `${PASSWORD} again` } }),
  }),

  'POST /api/orders': row({
    status: 201,
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/orders', body: orderOf(id) }),
  }),
  'GET /api/orders/:id': row({
    status: { stranger: 404, owner: 200, packer: 200, admin: 200 },
    make: placed,
    call: ({ _id }) => ({ url: `/api/orders/${_id}` }),
  }),
  'GET /api/orders/myorders': {},
  'POST /api/orders/:id/open': row({
    make: linkedOrder,
    call: ({ id, key }) => ({ url: `/api/orders/${id}/open`, body: { key } }),
  }),
  'POST /api/orders/:id/link': row({
    make: placed,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/link`,
    }),
  }),
  'POST /api/orders/find': {
    call: () => ({
      url: '/api/orders/find',
      body: { email: `unknown-${++counter}@shopper.example` },
    }),
  },
  'POST /api/orders/:id/claim': row({
    make: linkedOrder,
    call: ({ id, key }) => ({ url: `/api/orders/${id}/claim`, body: { key } }),
  }),
  'POST /api/orders/claim-code': {},
  'POST /api/orders/claim': { status: 422, call: () => ({ url: '/api/orders/claim', body: { code: '000000' } }) },
  'POST /api/orders/verify/logs': row({
    status: FOR_OWNER,
    make: placed,
    call: ({ _id }) => ({
      url: '/api/orders/verify/logs',
      body: { order: _id },
    }),
  }),
  'POST /api/orders/processSquare': row({
    status: FOR_OWNER,
    make: placed,
    call: (order) => ({
      url: '/api/orders/processSquare',
      body: pressOf(order),
    }),
  }),
  'PUT /api/orders/:id/pay': row({
    status: FOR_OWNER,
    make: paid,
    call: ({ _id, payment }) => ({ url: `/api/orders/${_id}/pay`, body: { id: payment, status: 'COMPLETED' } }),
  }),
  'POST /api/orders/:id/complete': row({
    status: FOR_OWNER,
    make: placeFreeOrder,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/complete`,
    }),
  }),
  'PUT /api/orders/:id/canceled': row({
    status: FOR_OWNER,
    make: placed,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/canceled` }),
  }),
  'POST /api/orders/:id/cancel-request': row({
    status: { stranger: 404, owner: 201, admin: 404 },
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/cancel-request`,
      body: { reason: 'I ordered it twice.' },
    }),
  }),
  'PUT /api/orders/:id/cancel-request': row({
    make: askedToCancel,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/cancel-request`,
      body: { answer: 'It is engraved already.' },
    }),
  }),
  'PUT /api/orders/:id/address': row({
    make: placed,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/address`,
      body: { shippingAddress: { ...ADDRESS, city: 'Boulder' }, loaded: { ...ADDRESS, country: 'USA' } },
    }),
  }),
  'PUT /api/orders/:id/paid': row({
    make: placed,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/paid`,
      body: { paidBy: 'cash' },
    }),
  }),
  'GET /api/orders/:id/refundable': row({
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/refundable`,
    }),
  }),
  'POST /api/orders/:id/refund': row({
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/refund`,
      body: { restock: true },
    }),
  }),
  'PUT /api/orders/:id/shipped': row({
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/shipped`,
    }),
  }),
  'PUT /api/orders/:id/parcels/:parcelId': row({
    make: shippedParcel,
    call: ({ order, parcel }) => ({ url: `/api/orders/${order}/parcels/${parcel}`, body: { carrier: 'UPS' } }),
  }),
  'DELETE /api/orders/:id/parcels/:parcelId': row({
    make: shippedParcel,
    call: ({ order, parcel }) => ({ url: `/api/orders/${order}/parcels/${parcel}` }),
  }),
  'DELETE /api/orders/:id/ready': row({
    make: pickedUp,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/ready` }),
  }),
  'PUT /api/orders/:id/collected': row({
    make: pickedUp,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/collected` }),
  }),
  'DELETE /api/orders/:id/collected': row({
    make: pickedUp,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/collected` }),
  }),
  'GET /api/orders/:id/shipped': row({
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/shipped`,
    }),
  }),

  'GET /api/orders': {},
  'POST /api/orders/manual': row({
    status: 201,
    make: ({ db }) => product(db, { priceCents: 500 }),
    call: ({ id }) => ({ url: '/api/orders/manual', body: manualOrderOf(id) }),
  }),
  'POST /api/orders/manual/quote': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/orders/manual/quote', body: manualOrderOf(id) }),
  }),
  'GET /api/orders/manual/today': {},
  'GET /api/orders/manual/stand': {},
  'DELETE /api/orders/:id/sale': row({
    make: soldByHand,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/sale` }),
  }),
  'DELETE /api/orders/:id/guest': row({ make: linkedOrder, call: ({ id }) => ({ url: `/api/orders/${id}/guest` }) }),
  'GET /api/orders/:id/link': row({ make: linkedOrder, call: ({ id }) => ({ url: `/api/orders/${id}/link` }) }),
  'GET /api/orders/export': {},
  'GET /api/orders/packing': row({
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/packing?ids=${_id}`,
    }),
  }),
  'GET /api/orders/postage': {},
  'GET /api/orders/postage/check': {},
  'POST /api/orders/tracking': {
    call: () => ({ url: '/api/orders/tracking', body: { file: 'Order ID,Tracking Number', dryRun: false } }),
  },
  'PUT /api/orders/shipped': row({
    make: paid,
    call: ({ _id }) => ({
      url: '/api/orders/shipped',
      body: { ids: [_id] },
    }),
  }),
  'PUT /api/orders/unshipped': row({
    make: shippedParcel,
    call: ({ parcel }) => ({ url: '/api/orders/unshipped', body: { parcels: [parcel], ready: [] } }),
  }),
  'POST /api/orders/:id/notes': row({
    status: 201,
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/notes`,
      body: { text: 'Wrapped as a gift.' },
    }),
  }),
  'POST /api/orders/:id/delays': row({
    status: 201,
    make: promisedOrder,
    call: ({ _id, shipBy }) => ({
      url: `/api/orders/${_id}/delays`,
      body: { wasBy: shipBy, shipBy: daysAfter(shipBy, 9) },
    }),
  }),
  'PUT /api/orders/:id/delay': row({
    status: FOR_OWNER,
    make: delayedOrder,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/delay`, body: { answer: 'wait' } }),
  }),
  'POST /api/orders/delays/answered': {
    status: 410,
    call: () => ({
      url: '/api/orders/delays/answered',
      body: { link: newToken(), answer: 'wait' },
    }),
  },
  'GET /api/orders/:id/timeline': row({
    make: paid,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/timeline`,
    }),
  }),
  'DELETE /api/orders/:id': row({ make: placed, call: ({ _id }) => ({ url: `/api/orders/${_id}` }) }),
  'PUT /api/orders/:id/restored': row({
    make: deletedOrder,
    call: ({ _id }) => ({
      url: `/api/orders/${_id}/restored`,
    }),
  }),

  'POST /api/coupons/validate': row({
    make: ({ db }) => coupon(db),
    call: ({ code }) => ({ url: '/api/coupons/validate', body: { code, zip: '80202' } }),
  }),
  'POST /api/discounts/check': row({
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/discounts/check', body: { orderItems: [{ product: id, qty: 1 }] } }),
  }),
  'GET /api/coupons': {},
  'GET /api/coupons/:id': someCoupon(),
  'POST /api/coupons': { status: 201 },
  'PUT /api/coupons/:id': someCoupon({ amount: 2.5 }),
  'DELETE /api/coupons/:id': someCoupon(),

  'GET /api/payments/setup': {},
  // The signature authenticates this call, which the tests of the webhook cover; a session does not.
  'POST /api/webhooks/square': {
    status: 401,
    call: () => ({
      url: '/api/webhooks/square',
      body: { event_id: 'forged' },
      headers: { 'x-square-hmacsha256-signature': createHmac('sha256', SECRET.url).update('forged').digest('base64') },
    }),
  },
  'POST /api/policy-reports': {
    status: 204,
    call: () => ({
      url: '/api/policy-reports',
      body: JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline' } }),
      headers: { 'content-type': 'application/csp-report' },
    }),
  },
  'GET /api/openapi.json': {},
}

/** What API keys may do, by the part of the shop that it is about: money before orders. */
const SHOP_PARTS = {
  any: /^GET \/api\/users\/:id$/,
  money:
    /^(GET \/api\/tax|POST \/api\/orders\/(processSquare|manual|:id\/complete)|PUT \/api\/orders\/:id\/(pay|paid)|DELETE \/api\/orders\/:id\/sale)$/,
  orders: / \/api\/(orders|coupons)\b|^GET \/api\/admin\/waiting$/,
  catalog: / \/api\/(products|categories|admin\/collections|pages|look)\b/,
}
const PART_NAMES = ['any', 'money', 'orders', 'catalog'] as const

/** The rows of a feature. Throws when it has none. */
const accessRowsOf = async ({ name }: Feature): Promise<AccessRows> =>
  (await import(`#features/${name}/testing/access-rows.ts`)).accessRows

// Features first: their reports and checks read the whole shop, which the shop's rows fill.
const PARTS: AccessRows[] = [...(await Promise.all(FEATURES.map(accessRowsOf))), { rows: SHOP_ROWS, parts: SHOP_PARTS }]

const ROWS: Record<Name, Row> = Object.assign({}, ...PARTS.map(({ rows }) => rows))

/** The method of a call's name: `GET /api/products`. */
export const methodOf = (route: string) => route.split(' ')[0] as Method

/** The names of the calls, with the maker of a request by this owner. */
export const SAMPLES = Object.entries(ROWS).map(([name, { make, call }]) => ({
  name: name as Name,
  /** Creates what the call is about, and returns the request. */
  sampleOf: async (shop: Shop, owner: Account): Promise<Sample & { method: Method }> => {
    const resource = await make?.(shop, owner)
    return { method: methodOf(name), ...(call?.(resource, owner) ?? { url: name.split(' ')[1] ?? '' }) }
  },
}))

/** The status of a call for a caller of this standing and kind. */
export function wantedStatus(name: Name, standing: Standing, kind?: Kind): number {
  const { status = 200, exceptions = {} } = ROWS[name]
  const refusal = refusalOf(name, standing, kind)
  if (refusal) return refusal
  const exception = kind && exceptions[kind]
  if (typeof status === 'number' || standing === 'visitor') return exception ?? Number(status)
  return exception ?? (standing === 'packer' ? (status.packer ?? status.stranger) : status[standing])
}

/** 401 or 403 by the access of the call; undefined for those who may make it. */
export function refusalOf(name: Name, standing: Standing, kind?: Kind) {
  const { access } = CALLS[name]
  if (access === 'anyone') return undefined
  if (standing === 'visitor') return 401
  const isGuest = kind === 'guest' || kind === 'guest owner'
  const isRefused =
    (access.endsWith('admin') && standing !== 'admin') ||
    (access === 'packer' && standing !== 'packer' && standing !== 'admin') ||
    (kind === 'link' && access !== 'buyer or link') ||
    (isGuest && !['guest', 'buyer', 'buyer or link'].includes(access)) ||
    (!isGuest && access === 'guest') ||
    (kind === 'key' && !isForKeys(name))
  return isRefused ? 403 : undefined
}

/** The part of the shop that a call is about; undefined where no key goes. */
const partOf = (name: Name) => PART_NAMES.find((part) => PARTS.some(({ parts }) => parts?.[part]?.test(name)))

/** Whether a key with all rights may make the call: never what asks for a session. */
const isForKeys = (name: Name) => !/^(signed-in|recent)/.test(CALLS[name].access) && partOf(name) !== undefined

/** Whether a key with this right alone may make the call. */
export function isForRight(right: HeldRight, name: Name) {
  const part = isForKeys(name) ? partOf(name) : undefined
  const isRead = READS.test(name)
  return part === 'any' || (part !== undefined && RIGHTS[right][isRead ? 'reads' : 'changes'].includes(part))
}

/** A GET ships an order; previews and the quote of an order are a POST. */
const READS = /^GET (?!\/api\/orders\/:id\/shipped$)|^POST .*\/(preview|quote)$/

const RIGHTS: Record<HeldRight, { reads: string[]; changes: string[] }> = {
  read_catalog: { reads: ['catalog'], changes: [] },
  write_catalog: { reads: ['catalog'], changes: ['catalog'] },
  orders: { reads: ['orders'], changes: ['orders'] },
  money: { reads: ['money'], changes: ['money'] },
  read: { reads: ['catalog', 'orders', 'money'], changes: [] },
  payments: { reads: [], changes: ['money'] },
}

let counter = 0

const orderOf = (id: string) => ({
  orderItems: [{ product: id, qty: 1 }],
  shippingAddress: ADDRESS,
  paymentMethod: 'Square',
})

/** Of a product for $5. */
const manualOrderOf = (id: string) => ({
  key: randomUUID(),
  orderItems: [{ product: id, qty: 1 }],
  buyer: { name: '' },
  delivery: { by: 'hand' },
  payment: { paidBy: 'cash' },
  totalPrice: 5.28,
})

const pressOf = ({ _id, totalPrice }: Order) => ({ price: toCents(totalPrice), sourceId: GOOD_CARD, orderId: _id })

async function placeFreeOrder({ db, place }: Shop, owner: Account): Promise<Order> {
  const { code } = await coupon(db, { amountCents: 100_000 })
  return (await place(await product(db), { code }, owner.token)).json()
}

async function askedToCancel(shop: Shop, owner: Account) {
  const order = await paid(shop, owner)
  await shop.post(`/api/orders/${order._id}/cancel-request`, { reason: 'I ordered it twice.' }, owner.token)
  return order
}

/** A paid order with the day by which it ships. */
async function promisedOrder(shop: Shop, owner: Account) {
  const { _id } = await paid(shop, owner)
  return shop.order(_id, owner.token) as Promise<{ _id: string; shipBy: string }>
}

async function delayedOrder(shop: Shop, owner: Account) {
  const order = await promisedOrder(shop, owner)
  const { _id, shipBy: wasBy } = order
  await announceDelay(shop.db, _id, { wasBy, shipBy: daysAfter(wasBy, 9), words: '' }, owner.user.id)
  return order
}

async function deletedOrder(shop: Shop, owner: Account) {
  const order = await placed(shop, owner)
  await shop.db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, order._id))
  return order
}

async function newCategory({ db }: Shop) {
  const name = `candles-${++counter}`
  await category(db, name)
  return name
}

/** A reset token of a user who is none of the callers. */
async function resetToken({ db }: Shop): Promise<string> {
  const other = await user(db)
  const token = newToken()
  const messageId = 1
  await db
    .insert(mailedTokens)
    .values({ tokenHash: hashToken(token), purpose: 'reset', userId: other.user.id, messageId })
  return token
}

async function soldByHand({ db, post }: Shop) {
  const { id } = await product(db, { priceCents: 500 })
  const { token } = await admin(db)
  return (await post('/api/orders/manual', manualOrderOf(id), token)).json<Order>()
}
