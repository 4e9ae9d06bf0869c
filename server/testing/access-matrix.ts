// The status of every API call for four kinds of callers: visitor, stranger, owner and admin. access.test.ts has more
// kinds of callers. Each of them has the standing of one of the four, unless the row of a call makes an exception.
import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { daysAfter } from '#contract/calendar-days.ts'
import { toCents } from '#contract/money.ts'
import { saveAddress } from '../accounts/saved-addresses.ts'
import { hashToken, newToken } from '../accounts/tokens.ts'
import { allCategories } from '../catalog/categories.ts'
import { allCollections } from '../catalog/edit-collections.ts'
import { imports } from '../db/import-schema.ts'
import { orders } from '../db/order-schema.ts'
import { discrepancies } from '../db/payment-schema.ts'
import { payouts } from '../db/payout-schema.ts'
import { mailedTokens } from '../db/schema.ts'
import type { ACCESS } from '../http/access.ts'
import { editedLook, publishDraft, saveDraft } from '../look/looks.ts'
import { announceDelay } from '../orders/delays.ts'
import { orderKeys } from '../orders/order-links.ts'
import { openOwnShop } from '../own-shop/own-shop.ts'
import { allPages } from '../text-pages/edit-text-pages.ts'
import type { testCheckout } from './checkouts.ts'
import { ADDRESS, GOOD_CARD } from './checkouts.ts'
import { csvOf, ETSY_HEADINGS } from './csv-files.ts'
import {
  apiKey,
  category,
  collection,
  coupon,
  drop,
  guest,
  importOf,
  PASSWORD,
  pastOrder,
  pieceRequest,
  product,
  textPage,
  user,
} from './factories.ts'
import { ONE_PIXEL_GIF, uploadRequest } from './uploads.ts'
import { SECRET } from './webhooks.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = { url: string; body?: unknown; headers?: Record<string, string> }
type Shop = Awaited<ReturnType<typeof testCheckout>>
/**
 * A signed-in user with the API role; a program with an API key of such a user; a guest; the session of an order link.
 * A guest who is the owner is as a guest, unless the row says otherwise.
 */
export type Exception = 'program' | 'key' | 'guest' | 'guest owner' | 'link'
/** `make` creates what the call is about and belongs to its owner; `call` makes the request from it. */
type Row<Made = unknown> = {
  answers: readonly [visitor: number, stranger: number, owner: number, admin: number]
  /** The statuses of exceptions, where they differ from those of their standing. */
  exceptions?: Partial<Record<Exception, number>>
  make?(shop: Shop, owner: Account): Promise<Made>
  call(made: Made, owner: Account): Call
}
type Account = Awaited<ReturnType<typeof user>>
type Order = { _id: string; totalPrice: number }

const row = <Made>(of: Row<Made>) => of as Row
const open = (status: number, call: () => Call) => row({ answers: [status, status, status, status], call })
const ownOrder = (answers: Row['answers'], make: Row<Order>['make'], call: (order: Order) => Call) =>
  row({ answers, make, call: (order: Order) => call(order) })
/** A call that people may make and API keys may not. */
const byNoKey = (of: Row): Row => ({ ...of, exceptions: { ...of.exceptions, key: 403 } })

/** A call that needs an account. */
const byNoGuest = (of: Row): Row => ({ ...of, exceptions: { ...of.exceptions, guest: 403, link: 403 } })
/** A call that guests may make, but not with the link of an order. */
const byNoLink = (of: Row): Row => ({ ...of, exceptions: { ...of.exceptions, link: 403 } })

const FOR_ADMINS = [401, 403, 403, 200] as const
const someCoupon = (body?: object) =>
  row({
    answers: [401, 403, 403, 200],
    make: ({ db }) => coupon(db),
    call: ({ id }) => ({ url: `/api/coupons/${id}`, body }),
  })

const somePage = (answers: Row['answers'], end = '', body?: object) =>
  row({
    answers,
    make: ({ db }) => textPage(db),
    call: ({ slug }) => ({ url: `/api/pages/${slug}${end}`, body }),
  })
const someCollection = (body?: object) =>
  row({
    answers: FOR_ADMINS,
    make: ({ db }) => collection(db),
    call: ({ id }) => ({ url: `/api/admin/collections/${id}`, body }),
  })
const someDrop = (end = '', body?: object, fields: Parameters<typeof drop>[1] = {}) =>
  row({
    answers: FOR_ADMINS,
    make: ({ db }) => drop(db, fields),
    call: ({ id }) => ({ url: `/api/admin/drops/${id}${end}`, body }),
  })
/** A call on a drop that anyone may make, whose line is open. */
const anyDrop = (status: number, end = '', body?: (dropId: string) => object) =>
  row({
    answers: [status, status, status, status],
    make: ({ db }) => drop(db),
    call: ({ id, slug }) => ({ url: `/api/drops/${slug}${end}`, body: body?.(id) }),
  })
const someImport = (end = '', body?: object, of: Parameters<typeof importOf>[2] = {}) =>
  row({
    answers: FOR_ADMINS,
    make: async ({ db }, owner) => {
      // One import at a time can run.
      await db.delete(imports)
      return importOf(db, owner.user.id, of)
    },
    call: ({ id }) => ({ url: `/api/imports/${id}${end}`, body }),
  })
/** A new draft of the look, in the place of another. */
async function newDraft(db: Shop['db']) {
  const { look, version } = await editedLook(db)
  return saveDraft(db, { ...look, notice: { text: `Notice ${++made}`, path: '', from: null, to: null } }, version)
}

/** The request and the statuses of each route of access.ts. */
export const MATRIX: Record<keyof typeof ACCESS, Row> = {
  'GET /api/products': open(200, () => ({ url: '/api/products' })),
  'GET /api/products/featured': open(200, () => ({ url: '/api/products/featured' })),
  'GET /api/products/newest': open(200, () => ({ url: '/api/products/newest' })),
  'GET /api/products/suggestions': open(200, () => ({ url: '/api/products/suggestions?keyword=pen' })),
  'GET /api/products/:id': row({
    answers: [200, 200, 200, 200],
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}` }),
  }),
  'GET /api/products/:id/related': row({
    answers: [200, 200, 200, 200],
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/related` }),
  }),
  'POST /api/products/uploadImage': row({
    answers: [401, 403, 403, 201],
    call: () => ({ url: '/api/products/uploadImage', ...uploadRequest([{ bytes: ONE_PIXEL_GIF }]) }),
  }),
  'GET /api/products/export': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/products/export' }) }),
  'POST /api/products': row({
    answers: [401, 403, 403, 201],
    make: ({ db }) => category(db, 'pens'),
    call: () => ({ url: '/api/products' }),
  }),
  'GET /api/products/:id/history': row({
    answers: FOR_ADMINS,
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/history?before=1` }),
  }),
  'POST /api/products/:id/copy': row({
    answers: [401, 403, 403, 201],
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}/copy` }),
  }),
  'PUT /api/products/deleted': row({
    answers: FOR_ADMINS,
    exceptions: { key: 403 },
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/products/deleted', body: { ids: [id] } }),
  }),
  'PUT /api/products': row({
    answers: FOR_ADMINS,
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/products', body: { ids: [id], change: { stock: 1 } } }),
  }),
  'PUT /api/products/:id': row({
    answers: FOR_ADMINS,
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}`, body: { name: 'Walnut Pen' } }),
  }),
  'DELETE /api/products/:id': row({
    answers: FOR_ADMINS,
    exceptions: { key: 403 },
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: `/api/products/${id}` }),
  }),
  'GET /api/categories': open(200, () => ({ url: '/api/categories' })),
  'GET /api/categories/shelves': open(200, () => ({ url: '/api/categories/shelves' })),
  'POST /api/categories': row({
    answers: [401, 403, 403, 201],
    call: () => ({ url: '/api/categories', body: { name: `candles ${++made}` } }),
  }),
  'PUT /api/categories': row({
    answers: [401, 403, 403, 200],
    make: async ({ db }) => (await allCategories(db)).map(({ name }) => name),
    call: (order) => ({ url: '/api/categories', body: { order } }),
  }),
  'PUT /api/categories/:slug': row({
    answers: [401, 403, 403, 200],
    make: newCategory,
    call: (slug) => ({ url: `/api/categories/${slug}`, body: { name: `soaps ${++made}` } }),
  }),
  'DELETE /api/categories/:slug': row({
    answers: [401, 403, 403, 200],
    exceptions: { key: 403 },
    make: async (shop) => {
      await newCategory(shop)
      return newCategory(shop)
    },
    call: (slug) => ({ url: `/api/categories/${slug}` }),
  }),

  'GET /api/drops/:slug': anyDrop(200),
  'GET /api/drops/:slug/line': anyDrop(200, '/line'),
  'POST /api/drops/:slug/tickets': anyDrop(201, '/tickets', () => ({})),
  'POST /api/drops/:slug/admission': anyDrop(422, '/admission', (id) => ({ ticket: `${id}.1.${'A'.repeat(43)}` })),
  'GET /api/admin/drops': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/admin/drops' }) }),
  'GET /api/admin/drops/:id': someDrop(),
  'POST /api/admin/drops': row({
    answers: [401, 403, 403, 201],
    call: () => ({
      url: '/api/admin/drops',
      body: { name: 'Cups', startsAt: `${new Date().getFullYear() + 1}-06-01T12:00:00Z` },
    }),
  }),
  'PUT /api/admin/drops/:id': someDrop('', { text: 'Small cups.' }),
  'PUT /api/admin/drops/:id/ended': someDrop('/ended', {}),
  'DELETE /api/admin/drops/:id': byNoKey(someDrop('', undefined, { state: 'canceled' })),
  'GET /api/collections': open(200, () => ({ url: '/api/collections' })),
  'GET /api/collections/shelves': open(200, () => ({ url: '/api/collections/shelves' })),
  'GET /api/collections/:slug': row({
    answers: [200, 200, 200, 200],
    make: ({ db }) => collection(db),
    call: ({ slug }) => ({ url: `/api/collections/${slug}` }),
  }),
  'GET /api/admin/collections': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/admin/collections' }) }),
  'GET /api/admin/collections/:id': someCollection(),
  'POST /api/admin/collections': row({
    answers: [401, 403, 403, 201],
    call: () => ({ url: '/api/admin/collections', body: { name: `Autumn ${++made}` } }),
  }),
  'PUT /api/admin/collections': row({
    answers: FOR_ADMINS,
    make: async ({ db }) => (await allCollections(db)).map(({ _id }) => _id),
    call: (order) => ({ url: '/api/admin/collections', body: { order } }),
  }),
  'PUT /api/admin/collections/:id': someCollection({ text: 'Small things.' }),
  'DELETE /api/admin/collections/:id': byNoKey(someCollection()),

  'GET /api/pages': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/pages' }) }),
  'GET /api/pages/:slug': somePage(FOR_ADMINS),
  'POST /api/pages': row({
    answers: [401, 403, 403, 201],
    call: () => ({ url: '/api/pages', body: { title: `Size guide ${++made}` } }),
  }),
  'POST /api/pages/preview': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/pages/preview', body: { slug: 'about', body: 'Hello.' } }),
  }),
  'PUT /api/pages': row({
    answers: FOR_ADMINS,
    make: async ({ db }) => (await allPages(db)).map(({ slug }) => slug),
    call: (order) => ({ url: '/api/pages', body: { order } }),
  }),
  'PUT /api/pages/:slug': somePage(FOR_ADMINS, '', { title: 'Sizes' }),
  'PUT /api/pages/:slug/published': somePage(FOR_ADMINS, '/published', { title: 'Sizes', body: 'One size.' }),
  'DELETE /api/pages/:slug/published': somePage(FOR_ADMINS, '/published'),
  'DELETE /api/pages/:slug': byNoKey(somePage(FOR_ADMINS)),

  'GET /api/shop': open(200, () => ({ url: '/api/shop' })),
  'GET /api/rates': open(200, () => ({ url: '/api/rates?state=CO' })),
  'GET /api/settings': row({ answers: [401, 403, 403, 200], call: () => ({ url: '/api/settings' }) }),
  'PUT /api/settings': byNoKey(
    row({
      answers: [401, 403, 403, 200],
      call: () => ({ url: '/api/settings', body: { name: 'Zinnia & Co' } }),
    }),
  ),

  'GET /api/tax': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/tax' }) }),
  'POST /api/tax/rates/:state': byNoKey(
    row({
      answers: FOR_ADMINS,
      call: () => ({
        url: '/api/tax/rates/CO?dryRun=true',
        body: 'zip,rate\n80202,0.0881\n',
        headers: { 'content-type': 'text/csv' },
      }),
    }),
  ),
  'PUT /api/tax/rates/:state/:zip': byNoKey(
    row({
      answers: FOR_ADMINS,
      call: () => ({ url: '/api/tax/rates/CO/80202', body: { ppm: 88_100 } }),
    }),
  ),
  'GET /api/tax/thresholds': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/tax/thresholds' }) }),
  'PUT /api/tax/outside-sales/:state/:year': byNoKey(
    row({
      answers: FOR_ADMINS,
      call: () => ({ url: '/api/tax/outside-sales/CO/2026', body: { amount: 12.5, orders: 2 } }),
    }),
  ),
  'GET /api/reports/sales-tax': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/reports/sales-tax?from=2026-01-01&to=2026-12-31' }),
  }),
  'GET /api/reports/sales-tax/export': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/reports/sales-tax/export?from=2026-01-01&to=2026-12-31' }),
  }),
  'GET /api/reports/monthly-statement': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/reports/monthly-statement?from=2026-11&to=2026-11' }),
  }),
  'GET /api/reports/monthly-statement/export': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/reports/monthly-statement/export?from=2026-11&to=2026-11' }),
  }),
  'GET /api/reports/earnings/:month': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/reports/earnings/2026-11' }),
  }),
  'PUT /api/reports/earnings/:month/costs': byNoKey(
    row({
      answers: FOR_ADMINS,
      call: () => ({ url: '/api/reports/earnings/2026-11/costs' }),
    }),
  ),

  'GET /api/backups': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/backups' }) }),
  'POST /api/backups': byNoKey(row({ answers: [401, 403, 403, 409], call: () => ({ url: '/api/backups' }) })),
  'POST /api/backups/practice': byNoKey(
    row({ answers: [401, 403, 403, 409], call: () => ({ url: '/api/backups/practice' }) }),
  ),
  'POST /api/backups/:name/download': byNoKey(
    row({
      answers: [401, 403, 403, 404],
      call: () => ({ url: '/api/backups/boutique-20261123T033000Z.tar/download' }),
    }),
  ),
  'GET /api/backups/:name/file': open(404, () => ({
    url: `/api/backups/boutique-20261123T033000Z.tar/file?until=4102444800000&key=${'a'.repeat(43)}`,
  })),
  'POST /api/exports/products': byNoKey(
    row({ answers: [401, 403, 403, 201], call: () => ({ url: '/api/exports/products', body: {} }) }),
  ),
  'POST /api/exports/shop': byNoKey(row({ answers: [401, 403, 403, 201], call: () => ({ url: '/api/exports/shop' }) })),
  'GET /api/exports/products/file': open(404, () => ({
    url: `/api/exports/products/file?until=4102444800000&key=${'a'.repeat(43)}`,
  })),
  'GET /api/exports/shop/file': open(404, () => ({
    url: `/api/exports/shop/file?until=4102444800000&key=${'a'.repeat(43)}`,
  })),
  'GET /api/setup': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/setup' }) }),
  'GET /api/setup/health': byNoKey(row({ answers: FOR_ADMINS, call: () => ({ url: '/api/setup/health' }) })),
  'POST /api/setup/payments': byNoKey(row({ answers: FOR_ADMINS, call: () => ({ url: '/api/setup/payments' }) })),
  'POST /api/setup/address': byNoKey(row({ answers: FOR_ADMINS, call: () => ({ url: '/api/setup/address' }) })),
  'POST /api/setup/mail': byNoKey(row({ answers: [401, 403, 403, 201], call: () => ({ url: '/api/setup/mail' }) })),
  // An admin follows only the test emails that they sent.
  'GET /api/setup/mail/:id': byNoKey(
    row({ answers: [401, 403, 403, 404], call: () => ({ url: '/api/setup/mail/1' }) }),
  ),
  'GET /api/setup/address-proof': open(200, () => ({ url: `/api/setup/address-proof?nonce=${'a'.repeat(22)}` })),
  'GET /api/own-shop': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/own-shop' }) }),
  'PUT /api/own-shop': byNoKey(
    row({ answers: FOR_ADMINS, call: () => ({ url: '/api/own-shop', body: { welcomeStep: 1 } }) }),
  ),
  'POST /api/own-shop': byNoKey(
    row({ answers: FOR_ADMINS, make: ({ db }) => openOwnShop(db), call: () => ({ url: '/api/own-shop' }) }),
  ),

  'GET /api/look': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/look' }) }),
  'PUT /api/look': row({
    answers: FOR_ADMINS,
    make: ({ db }) => editedLook(db),
    call: ({ look, version }) => ({ url: '/api/look', body: { look, version } }),
  }),
  'POST /api/look/logo': row({
    answers: [401, 403, 403, 201],
    call: () => ({ url: '/api/look/logo', ...uploadRequest([{ bytes: ONE_PIXEL_GIF }]) }),
  }),
  'POST /api/look/publish': row({
    answers: FOR_ADMINS,
    make: ({ db }) => newDraft(db),
    call: ({ version }) => ({ url: '/api/look/publish', body: { version } }),
  }),
  'POST /api/look/discard': row({
    answers: FOR_ADMINS,
    make: ({ db }) => newDraft(db),
    call: ({ version }) => ({ url: '/api/look/discard', body: { version } }),
  }),
  'POST /api/look/:id/publish': row({
    answers: FOR_ADMINS,
    make: async ({ db }) => {
      for (let looks = 0; looks < 2; looks++) await publishDraft(db, (await newDraft(db)).version)
      return editedLook(db)
    },
    call: ({ version, history: [past] }) => ({ url: `/api/look/${past?.id}/publish`, body: { version } }),
  }),

  'POST /api/users': open(201, () => ({
    url: '/api/users',
    body: { name: 'Ann', email: `new-${++made}@shopper.example`, password: PASSWORD },
  })),
  'POST /api/users/guest': open(201, () => ({
    url: '/api/users/guest',
    body: { name: 'Ann', email: `guest-${++made}@shopper.example` },
  })),
  'PUT /api/users/guest': row({
    answers: [401, 403, 403, 403],
    exceptions: { guest: 200, link: 403 },
    call: () => ({ url: '/api/users/guest', body: { password: PASSWORD } }),
  }),
  'POST /api/users/login': row({
    answers: [200, 200, 200, 200],
    // Guests have no password.
    exceptions: { 'guest owner': 401 },
    call: (_, owner) => ({ url: '/api/users/login', body: { email: owner.user.email, password: PASSWORD } }),
  }),
  // The test shop has no robot check, so it has no challenges.
  'GET /api/users/robot-check': open(200, () => ({ url: '/api/users/robot-check' })),
  'GET /api/users/robot-check/challenge': open(404, () => ({ url: '/api/users/robot-check/challenge' })),
  'POST /api/users/first-admin': open(410, () => ({
    url: '/api/users/first-admin',
    body: { key: newToken(), name: 'Eve', email: 'eve@shopper.example', password: PASSWORD },
  })),
  'POST /api/users/logout': byNoLink(
    row({
      answers: [401, 200, 200, 200],
      exceptions: { key: 403 },
      call: () => ({ url: '/api/users/logout' }),
    }),
  ),
  'DELETE /api/users/sessions': byNoGuest(
    row({
      answers: [401, 200, 200, 200],
      exceptions: { key: 403 },
      call: () => ({ url: '/api/users/sessions' }),
    }),
  ),
  'GET /api/users/api-keys': byNoGuest(
    row({ answers: [401, 200, 200, 200], call: () => ({ url: '/api/users/api-keys' }) }),
  ),
  'POST /api/users/api-keys': byNoGuest(
    row({
      answers: [401, 403, 403, 403],
      exceptions: { program: 201, key: 403 },
      call: () => ({ url: '/api/users/api-keys', body: { name: 'Stock list' } }),
    }),
  ),
  'DELETE /api/users/api-keys/:id': byNoGuest(
    row({
      answers: [401, 404, 200, 404],
      exceptions: { key: 403 },
      make: ({ db }, owner) => apiKey(db, owner),
      call: ({ _id }) => ({ url: `/api/users/api-keys/${_id}` }),
    }),
  ),
  'GET /api/users/addresses': byNoGuest(
    row({ answers: [401, 200, 200, 200], call: () => ({ url: '/api/users/addresses' }) }),
  ),
  'POST /api/users/addresses': byNoKey(
    byNoGuest(
      row({
        answers: [401, 201, 201, 201],
        call: () => ({ url: '/api/users/addresses', body: ADDRESS }),
      }),
    ),
  ),
  'DELETE /api/users/addresses/:id': byNoKey(
    byNoGuest(
      row({
        answers: [401, 404, 200, 404],
        make: ({ db }, { user: { id } }) => saveAddress(db, id, { ...ADDRESS, state: 'CO' }),
        call: ({ _id }) => ({ url: `/api/users/addresses/${_id}` }),
      }),
    ),
  ),
  'GET /api/users': row({ answers: [401, 403, 403, 200], call: () => ({ url: '/api/users' }) }),
  'GET /api/users/export': byNoKey(row({ answers: FOR_ADMINS, call: () => ({ url: '/api/users/export' }) })),
  'GET /api/users/:id': byNoGuest(
    row({
      answers: [401, 404, 200, 200],
      call: (_, owner) => ({ url: `/api/users/${owner.user.id}` }),
    }),
  ),
  'PUT /api/users/profile': byNoKey(
    byNoGuest(
      row({
        answers: [401, 200, 200, 200],
        call: (_, owner) => ({ url: '/api/users/profile', body: { id: owner.user.id, name: 'Anna' } }),
      }),
    ),
  ),
  'PUT /api/users/profile/email': byNoKey(
    byNoGuest(
      row({
        answers: [401, 422, 422, 422],
        call: () => ({ url: '/api/users/profile/email', body: { email: 'new@shopper.example', code: '000000' } }),
      }),
    ),
  ),
  'GET /api/customers/:id/orders': row({
    answers: FOR_ADMINS,
    call: (_, owner) => ({ url: `/api/customers/${owner.user.id}/orders` }),
  }),
  'PUT /api/users/:id': row({
    answers: [401, 403, 403, 200],
    exceptions: { key: 403 },
    call: (_, owner) => ({ url: `/api/users/${owner.user.id}`, body: { name: 'Anna', isAdmin: true } }),
  }),
  'DELETE /api/users/:id': row({
    answers: [401, 403, 403, 200],
    exceptions: { key: 403 },
    call: (_, owner) => ({ url: `/api/users/${owner.user.id}` }),
  }),

  'GET /api/personal-data': byNoKey(
    byNoGuest(row({ answers: [401, 200, 200, 200], call: () => ({ url: '/api/personal-data' }) })),
  ),
  'GET /api/personal-data/deletion': byNoGuest(
    row({ answers: [401, 200, 200, 200], call: () => ({ url: '/api/personal-data/deletion' }) }),
  ),
  'PUT /api/personal-data/deleted': byNoKey(
    byNoGuest(
      row({
        answers: [401, 422, 422, 422],
        call: () => ({ url: '/api/personal-data/deleted', body: { password: 'not this one' } }),
      }),
    ),
  ),
  'POST /api/personal-data/link': open(200, () => ({
    url: '/api/personal-data/link',
    body: { email: `unknown-${++made}@shopper.example` },
  })),
  'POST /api/personal-data/by-link': open(410, () => ({
    url: '/api/personal-data/by-link',
    body: { link: newToken() },
  })),
  'POST /api/personal-data/by-link/file': open(410, () => ({
    url: '/api/personal-data/by-link/file',
    body: { link: newToken() },
  })),
  'PUT /api/personal-data/by-link/deleted': open(410, () => ({
    url: '/api/personal-data/by-link/deleted',
    body: { link: newToken() },
  })),
  'GET /api/personal-data/users/:id': row({
    answers: [401, 403, 403, 200],
    exceptions: { key: 403 },
    call: (_, owner) => ({ url: `/api/personal-data/users/${owner.user.id}` }),
  }),
  'GET /api/personal-data/orders/:id': row({
    answers: [401, 403, 403, 200],
    exceptions: { key: 403 },
    make: linkedOrder,
    call: ({ id }) => ({ url: `/api/personal-data/orders/${id}` }),
  }),

  'POST /api/users/forgot-password': open(200, () => ({
    url: '/api/users/forgot-password',
    body: { email: `unknown-${++made}@shopper.example` },
  })),
  'GET /api/users/forgot-password-reset/:token': row({
    answers: [200, 200, 200, 200],
    make: resetToken,
    call: (token) => ({ url: `/api/users/forgot-password-reset/${token}` }),
  }),
  'POST /api/users/forgot-password-reset/:token': row({
    answers: [200, 200, 200, 200],
    make: resetToken,
    call: (token) => ({ url: `/api/users/forgot-password-reset/${token}`, body: { password: `${PASSWORD} again` } }),
  }),

  'POST /api/orders': byNoLink(
    row({
      answers: [401, 201, 201, 201],
      make: ({ db }) => product(db),
      call: ({ id }) => ({ url: '/api/orders', body: orderOf(id) }),
    }),
  ),
  'GET /api/orders/:id': ownOrder([401, 404, 200, 200], placed, ({ _id }) => ({ url: `/api/orders/${_id}` })),
  'GET /api/orders/myorders': byNoGuest(
    row({ answers: [401, 200, 200, 200], call: () => ({ url: '/api/orders/myorders' }) }),
  ),
  'POST /api/orders/:id/open': row({
    answers: [200, 200, 200, 200],
    make: linkedOrder,
    call: ({ id, key }) => ({ url: `/api/orders/${id}/open`, body: { key } }),
  }),
  'POST /api/orders/:id/link': ownOrder([200, 200, 200, 200], placed, ({ _id }) => ({
    url: `/api/orders/${_id}/link`,
  })),
  'POST /api/orders/find': open(200, () => ({
    url: '/api/orders/find',
    body: { email: `unknown-${++made}@shopper.example` },
  })),
  'POST /api/orders/:id/claim': byNoGuest(
    row({
      answers: [401, 200, 200, 200],
      make: linkedOrder,
      call: ({ id, key }) => ({ url: `/api/orders/${id}/claim`, body: { key } }),
    }),
  ),
  'POST /api/orders/claim-code': byNoGuest(
    row({ answers: [401, 200, 200, 200], call: () => ({ url: '/api/orders/claim-code' }) }),
  ),
  'POST /api/orders/claim': byNoGuest(
    row({ answers: [401, 422, 422, 422], call: () => ({ url: '/api/orders/claim', body: { code: '000000' } }) }),
  ),
  'POST /api/orders/verify/logs': ownOrder([401, 404, 200, 404], placed, ({ _id }) => ({
    url: '/api/orders/verify/logs',
    body: { order: _id },
  })),
  'POST /api/orders/processSquare': ownOrder([401, 404, 200, 404], placed, (order) => ({
    url: '/api/orders/processSquare',
    body: pressOf(order),
  })),
  'PUT /api/orders/:id/pay': row({
    answers: [401, 404, 200, 404],
    make: paid,
    call: ({ _id, payment }) => ({ url: `/api/orders/${_id}/pay`, body: { id: payment, status: 'COMPLETED' } }),
  }),
  'POST /api/orders/:id/complete': ownOrder([401, 404, 200, 404], placeFreeOrder, ({ _id }) => ({
    url: `/api/orders/${_id}/complete`,
  })),
  'PUT /api/orders/:id/canceled': byNoLink(
    ownOrder([401, 404, 200, 404], placed, ({ _id }) => ({ url: `/api/orders/${_id}/canceled` })),
  ),
  'POST /api/orders/:id/cancel-request': ownOrder([401, 404, 201, 404], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/cancel-request`,
    body: { reason: 'I ordered it twice.' },
  })),
  'PUT /api/orders/:id/cancel-request': ownOrder([401, 403, 403, 200], askedToCancel, ({ _id }) => ({
    url: `/api/orders/${_id}/cancel-request`,
    body: { answer: 'It is engraved already.' },
  })),
  'PUT /api/orders/:id/address': ownOrder([401, 403, 403, 200], placed, ({ _id }) => ({
    url: `/api/orders/${_id}/address`,
    body: { shippingAddress: { ...ADDRESS, city: 'Boulder' }, loaded: { ...ADDRESS, country: 'USA' } },
  })),
  'PUT /api/orders/:id/paid': ownOrder([401, 403, 403, 200], placed, ({ _id }) => ({
    url: `/api/orders/${_id}/paid`,
    body: { paidBy: 'cash' },
  })),
  'GET /api/orders/:id/refundable': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/refundable`,
  })),
  'POST /api/orders/:id/refund': byNoKey(
    ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
      url: `/api/orders/${_id}/refund`,
      body: { restock: true },
    })),
  ),
  'PUT /api/orders/:id/shipped': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/shipped`,
  })),
  'GET /api/orders/:id/shipped': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/shipped`,
  })),

  'GET /api/orders': row({ answers: [401, 403, 403, 200], call: () => ({ url: '/api/orders' }) }),
  'POST /api/orders/manual': row({
    answers: [401, 403, 403, 201],
    make: ({ db }) => product(db, { priceCents: 500 }),
    call: ({ id }) => ({ url: '/api/orders/manual', body: manualOrderOf(id) }),
  }),
  'POST /api/orders/manual/quote': row({
    answers: [401, 403, 403, 200],
    make: ({ db }) => product(db),
    call: ({ id }) => ({ url: '/api/orders/manual/quote', body: manualOrderOf(id) }),
  }),
  'DELETE /api/orders/:id/guest': row({
    answers: [401, 403, 403, 200],
    exceptions: { key: 403 },
    make: linkedOrder,
    call: ({ id }) => ({ url: `/api/orders/${id}/guest` }),
  }),
  'GET /api/orders/:id/link': byNoKey(
    row({
      answers: [401, 403, 403, 200],
      make: linkedOrder,
      call: ({ id }) => ({ url: `/api/orders/${id}/link` }),
    }),
  ),
  'GET /api/orders/export': byNoKey(
    row({ answers: [401, 403, 403, 200], call: () => ({ url: '/api/orders/export' }) }),
  ),
  'GET /api/orders/export/items': byNoKey(
    row({ answers: FOR_ADMINS, call: () => ({ url: '/api/orders/export/items' }) }),
  ),
  'GET /api/orders/export/refunds': byNoKey(
    row({ answers: FOR_ADMINS, call: () => ({ url: '/api/orders/export/refunds' }) }),
  ),
  'GET /api/orders/packing': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: `/api/orders/packing?ids=${_id}`,
  })),
  'GET /api/orders/postage': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/orders/postage' }) }),
  'GET /api/orders/postage/check': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/orders/postage/check' }) }),
  'POST /api/orders/tracking': row({
    answers: FOR_ADMINS,
    call: () => ({ url: '/api/orders/tracking', body: { file: 'Order ID,Tracking Number', dryRun: false } }),
  }),
  'PUT /api/orders/shipped': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: '/api/orders/shipped',
    body: { ids: [_id] },
  })),
  'POST /api/orders/:id/notes': ownOrder([401, 403, 403, 201], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/notes`,
    body: { text: 'Wrapped as a gift.' },
  })),
  'POST /api/orders/:id/delays': row({
    answers: [401, 403, 403, 201],
    make: promised,
    call: ({ _id, shipBy }) => ({
      url: `/api/orders/${_id}/delays`,
      body: { wasBy: shipBy, shipBy: daysAfter(shipBy, 9) },
    }),
  }),
  'PUT /api/orders/:id/delay': row({
    answers: [401, 404, 200, 404],
    make: delayed,
    call: ({ _id }) => ({ url: `/api/orders/${_id}/delay`, body: { answer: 'wait' } }),
  }),
  'POST /api/orders/delays/answered': open(410, () => ({
    url: '/api/orders/delays/answered',
    body: { link: newToken(), answer: 'wait' },
  })),
  'GET /api/orders/:id/timeline': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/timeline`,
  })),
  'GET /api/orders/:id/disputes': ownOrder([401, 403, 403, 200], paid, ({ _id }) => ({
    url: `/api/orders/${_id}/disputes`,
  })),
  'DELETE /api/orders/:id': byNoKey(
    ownOrder([401, 403, 403, 200], placed, ({ _id }) => ({ url: `/api/orders/${_id}` })),
  ),
  'PUT /api/orders/:id/restored': ownOrder([401, 403, 403, 200], deleted, ({ _id }) => ({
    url: `/api/orders/${_id}/restored`,
  })),

  'POST /api/coupons/validate': byNoLink(
    row({
      answers: [401, 200, 200, 200],
      make: ({ db }) => coupon(db),
      call: ({ code }) => ({ url: '/api/coupons/validate', body: { code, zip: '80202' } }),
    }),
  ),
  'GET /api/coupons': row({ answers: [401, 403, 403, 200], call: () => ({ url: '/api/coupons' }) }),
  'GET /api/coupons/:id': someCoupon(),
  'POST /api/coupons': row({ answers: [401, 403, 403, 201], call: () => ({ url: '/api/coupons' }) }),
  'PUT /api/coupons/:id': someCoupon({ amount: 2.5 }),
  'DELETE /api/coupons/:id': byNoKey(someCoupon()),

  'GET /api/imports': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/imports' }) }),
  'POST /api/imports': row({
    answers: [401, 403, 403, 201],
    call: () => ({
      url: '/api/imports?name=listings.csv',
      body: csvOf(ETSY_HEADINGS, [{ TITLE: 'Mug', PRICE: '12' }]),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  }),
  'GET /api/imports/:id': someImport(),
  'DELETE /api/imports/:id': byNoKey(someImport()),
  'GET /api/imports/:id/rows': someImport('/rows'),
  'PUT /api/imports/:id/rows': someImport('/rows', { ids: ['1'], change: { name: 'Cup' } }),
  'PUT /api/imports/:id/updates': someImport('/updates', { updates: true, setsStock: false }),
  'PUT /api/imports/:id/photos': someImport('/photos', undefined, { state: 'done', isCreated: true }),
  'PUT /api/imports/:id/started': someImport('/started', { asDrafts: true }),
  'PUT /api/imports/:id/stopped': someImport('/stopped', undefined, { state: 'running' }),
  'PUT /api/imports/:id/undone': byNoKey(someImport('/undone', undefined, { state: 'done', isCreated: true })),

  'GET /api/past-orders': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/past-orders' }) }),
  'GET /api/past-orders/:id': row({
    answers: FOR_ADMINS,
    make: async ({ db }, owner) => (await pastOrder(db, owner.user.id)).order,
    call: ({ id }) => ({ url: `/api/past-orders/${id}` }),
  }),
  'DELETE /api/past-customers/:id': byNoKey(
    row({
      answers: FOR_ADMINS,
      make: async ({ db }, owner) => (await pastOrder(db, owner.user.id)).customer,
      call: ({ id }) => ({ url: `/api/past-customers/${id}` }),
    }),
  ),
  'GET /api/past-reviews': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/past-reviews' }) }),
  'PUT /api/past-reviews/:id': row({
    answers: FOR_ADMINS,
    make: async ({ db }, owner) => (await pastOrder(db, owner.user.id)).review,
    call: ({ id }) => ({ url: `/api/past-reviews/${id}`, body: { hidden: true } }),
  }),

  'GET /api/dashboard': row({ answers: [401, 403, 403, 200], call: () => ({ url: '/api/dashboard' }) }),
  'GET /api/admin/search': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/admin/search?q=pen' }) }),

  'GET /api/admin/audit-log': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/admin/audit-log' }) }),
  'GET /api/discrepancies': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/discrepancies' }) }),
  'PUT /api/discrepancies/:id': byNoKey(
    row({
      answers: FOR_ADMINS,
      make: openedDiscrepancy,
      call: (id) => ({ url: `/api/discrepancies/${id}`, body: { note: 'Refunded at the card service.' } }),
    }),
  ),

  'POST /api/discrepancies/:id/settle': byNoKey(
    row({
      answers: [401, 403, 403, 404],
      make: openedDiscrepancy,
      call: (id) => ({ url: `/api/discrepancies/${id}/settle` }),
    }),
  ),
  'GET /api/money-check': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/money-check?month=2026-11' }) }),
  'POST /api/money-check': byNoKey(row({ answers: FOR_ADMINS, call: () => ({ url: '/api/money-check' }) })),
  'GET /api/payouts/:id': row({
    answers: FOR_ADMINS,
    make: readPayout,
    call: (id) => ({ url: `/api/payouts/${id}` }),
  }),

  'POST /api/requests': row({
    answers: [201, 201, 201, 201],
    make: ({ db }) => product(db),
    call: ({ id }) => ({
      url: '/api/requests',
      body: { kind: 'sister', product: id, email: `new-${++made}@shopper.example` },
    }),
  }),
  'POST /api/requests/confirmed': open(410, () => ({ url: '/api/requests/confirmed', body: { link: newToken() } })),
  'POST /api/requests/ended': open(410, () => ({ url: '/api/requests/ended', body: { link: newToken() } })),
  'GET /api/requests': row({ answers: FOR_ADMINS, call: () => ({ url: '/api/requests' }) }),
  'PUT /api/requests/:id/answer': row({
    answers: FOR_ADMINS,
    make: ({ db }) => pieceRequest(db, { kind: 'sister' }),
    call: ({ id }) => ({ url: `/api/requests/${id}/answer`, body: { answer: 'no', words: 'Sorry, no.' } }),
  }),

  'GET /api/payments/setup': open(200, () => ({ url: '/api/payments/setup' })),
  // The signature authenticates this call, which the tests of the webhook cover; a session does not.
  'POST /api/webhooks/square': open(401, () => ({
    url: '/api/webhooks/square',
    body: { event_id: 'forged' },
    headers: { 'x-square-hmacsha256-signature': createHmac('sha256', SECRET.url).update('forged').digest('base64') },
  })),
  'POST /api/policy-reports': open(204, () => ({
    url: '/api/policy-reports',
    body: JSON.stringify({ 'csp-report': { 'blocked-uri': 'inline' } }),
    headers: { 'content-type': 'application/csp-report' },
  })),
  'GET /api/openapi.json': open(200, () => ({ url: '/api/openapi.json' })),
}

/** Method and path of a route's name: `GET /api/products`. */
export const methodOf = (route: string) => route.split(' ')[0] as Method

let made = 0

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

async function placed({ db, place }: Shop, owner: Account): Promise<Order> {
  return (await place(await product(db), {}, owner.token)).json()
}

async function placeFreeOrder({ db, place }: Shop, owner: Account): Promise<Order> {
  const { code } = await coupon(db, { amountCents: 100_000 })
  return (await place(await product(db), { code }, owner.token)).json()
}

async function paid(shop: Shop, owner: Account) {
  const order = await placed(shop, owner)
  const payment = await shop.pay(order, {}, owner.token)
  return { ...order, payment: payment.json<{ id: string }>().id }
}

async function askedToCancel(shop: Shop, owner: Account) {
  const order = await paid(shop, owner)
  await shop.post(`/api/orders/${order._id}/cancel-request`, { reason: 'I ordered it twice.' }, owner.token)
  return order
}

/** A paid order with the day by which it ships. */
async function promised(shop: Shop, owner: Account) {
  const { _id } = await paid(shop, owner)
  return shop.order(_id, owner.token) as Promise<{ _id: string; shipBy: string }>
}

async function delayed(shop: Shop, owner: Account) {
  const order = await promised(shop, owner)
  const { _id, shipBy: wasBy } = order
  await announceDelay(shop.db, _id, { wasBy, shipBy: daysAfter(wasBy, 9), words: '' }, owner.user.id)
  return order
}

async function deleted(shop: Shop, owner: Account) {
  const order = await placed(shop, owner)
  await shop.db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, order._id))
  return order
}

/** An order of a guest who is none of the callers, with the key of its link. */
async function linkedOrder({ db, place }: Shop) {
  const { token } = await guest(db)
  const { _id: id } = (await place(await product(db), {}, token)).json<Order>()
  return { id, key: (await orderKeys(db, [id])).get(id) }
}

/** The id of a payout without entries. */
async function readPayout({ db }: Shop): Promise<string> {
  const id = `payout-${++made}`
  const facts = { status: 'paid', kind: 'with_entries', amountCents: 0, feeCents: 0, createdAt: new Date() } as const
  await db.insert(payouts).values({ id, mode: 'simulated', ...facts })
  return id
}

/** The number of an open discrepancy. */
async function openedDiscrepancy({ db }: Shop): Promise<number> {
  const values = { kind: 'payment_unclear', subject: `payment ${++made}`, detail: {} }
  const [row] = await db.insert(discrepancies).values(values).returning()
  return row?.id ?? 0
}

async function newCategory({ db }: Shop) {
  const name = `candles-${++made}`
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
