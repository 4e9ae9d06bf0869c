import { KEY_SCOPES, type KeyScope } from '#contract/api-keys.ts'

/** The access of every API route. A route without an entry stops the server from starting. */
export const ACCESS = {
  // The route restricts `view=admin` to admins.
  'GET /api/products': 'anyone',
  'GET /api/products/featured': 'anyone',
  'GET /api/products/newest': 'anyone',
  'GET /api/products/suggestions': 'anyone',
  'GET /api/products/:id': 'anyone',
  'GET /api/products/:id/related': 'anyone',
  'POST /api/products/uploadImage': 'admin',
  'GET /api/products/export': 'admin',
  'POST /api/products': 'admin',
  'GET /api/products/:id/history': 'admin',
  'POST /api/products/:id/copy': 'admin',
  'PUT /api/products': 'admin',
  'PUT /api/products/deleted': 'signed-in admin',
  'PUT /api/products/:id': 'admin',
  'DELETE /api/products/:id': 'signed-in admin',
  'GET /api/categories': 'anyone',
  'GET /api/categories/shelves': 'anyone',
  'POST /api/categories': 'admin',
  'PUT /api/categories': 'admin',
  'PUT /api/categories/:slug': 'admin',
  'DELETE /api/categories/:slug': 'signed-in admin',

  'GET /api/drops/:slug': 'anyone',
  'GET /api/drops/:slug/line': 'anyone',
  'POST /api/drops/:slug/tickets': 'anyone',
  'POST /api/drops/:slug/admission': 'anyone',
  'GET /api/admin/drops': 'admin',
  'GET /api/admin/drops/:id': 'admin',
  'POST /api/admin/drops': 'admin',
  'PUT /api/admin/drops/:id': 'admin',
  'PUT /api/admin/drops/:id/ended': 'admin',
  'DELETE /api/admin/drops/:id': 'signed-in admin',
  'GET /api/collections': 'anyone',
  'GET /api/collections/shelves': 'anyone',
  'GET /api/collections/:slug': 'anyone',
  'GET /api/admin/collections': 'admin',
  'GET /api/admin/collections/:id': 'admin',
  'POST /api/admin/collections': 'admin',
  'PUT /api/admin/collections': 'admin',
  'PUT /api/admin/collections/:id': 'admin',
  'DELETE /api/admin/collections/:id': 'signed-in admin',

  'GET /api/pages': 'admin',
  'GET /api/pages/:slug': 'admin',
  'POST /api/pages': 'admin',
  'POST /api/pages/preview': 'admin',
  'PUT /api/pages': 'admin',
  'PUT /api/pages/:slug': 'admin',
  'PUT /api/pages/:slug/published': 'admin',
  'DELETE /api/pages/:slug/published': 'admin',
  'DELETE /api/pages/:slug': 'signed-in admin',

  'GET /api/shop': 'anyone',
  'GET /api/rates': 'anyone',
  'GET /api/settings': 'admin',
  'PUT /api/settings': 'recent admin',

  'GET /api/tax': 'admin',
  'POST /api/tax/rates/:state': 'admin',
  'PUT /api/tax/rates/:state/:zip': 'admin',
  'GET /api/tax/thresholds': 'admin',
  'PUT /api/tax/outside-sales/:state/:year': 'admin',
  'GET /api/reports/sales-tax': 'admin',
  'GET /api/reports/sales-tax/export': 'admin',
  'GET /api/reports/monthly-statement': 'admin',
  'GET /api/reports/monthly-statement/export': 'admin',
  'GET /api/reports/earnings/:month': 'admin',
  'PUT /api/reports/earnings/:month/costs': 'admin',

  'GET /api/backups': 'admin',
  'POST /api/backups': 'recent admin',
  'POST /api/backups/practice': 'recent admin',
  'POST /api/backups/:name/download': 'recent admin',
  // The address is good for a minute, and signed for an admin who signed in lately.
  'GET /api/backups/:name/file': 'anyone',
  'POST /api/exports/products': 'recent admin',
  'POST /api/exports/shop': 'recent admin',
  // The addresses are good for a minute, and signed for an admin.
  'GET /api/exports/products/file': 'anyone',
  'GET /api/exports/shop/file': 'anyone',
  'GET /api/setup': 'admin',
  'GET /api/setup/health': 'signed-in admin',
  'POST /api/setup/payments': 'signed-in admin',
  'POST /api/setup/address': 'signed-in admin',
  'POST /api/setup/mail': 'signed-in admin',
  'GET /api/setup/mail/:id': 'signed-in admin',
  // The shop asks itself at its public address.
  'GET /api/setup/address-proof': 'anyone',

  'GET /api/look': 'admin',
  'PUT /api/look': 'admin',
  'POST /api/look/logo': 'admin',
  'POST /api/look/publish': 'admin',
  'POST /api/look/discard': 'admin',
  'POST /api/look/:id/publish': 'admin',

  'POST /api/users': 'anyone',
  'POST /api/users/guest': 'anyone',
  'PUT /api/users/guest': 'guest',
  'POST /api/users/login': 'anyone',
  'GET /api/users/robot-check': 'anyone',
  'GET /api/users/robot-check/challenge': 'anyone',
  'POST /api/users/forgot-password': 'anyone',
  // Authenticated by the token in the URL.
  'GET /api/users/forgot-password-reset/:token': 'anyone',
  'POST /api/users/forgot-password-reset/:token': 'anyone',
  // Authenticated by the key of the link.
  'POST /api/users/first-admin': 'anyone',
  'POST /api/users/logout': 'buyer',
  'DELETE /api/users/sessions': 'user',
  'GET /api/users/api-keys': 'user',
  'POST /api/users/api-keys': 'recent user',
  'DELETE /api/users/api-keys/:id': 'recent user',
  'GET /api/users/addresses': 'user',
  'POST /api/users/addresses': 'user',
  'DELETE /api/users/addresses/:id': 'user',
  'GET /api/users': 'admin',
  'GET /api/users/export': 'recent admin',
  'GET /api/users/:id': 'user',
  // With the current password, for a new email address or password.
  'PUT /api/users/profile': 'user',
  'PUT /api/users/profile/email': 'user',
  'GET /api/customers/:id/orders': 'admin',
  'PUT /api/users/:id': 'recent admin',
  'DELETE /api/users/:id': 'recent admin',

  'GET /api/personal-data': 'recent user',
  'GET /api/personal-data/deletion': 'user',
  // With the password of the account.
  'PUT /api/personal-data/deleted': 'user',
  'POST /api/personal-data/link': 'anyone',
  // Authenticated by the signature of the mailed link.
  'POST /api/personal-data/by-link': 'anyone',
  'POST /api/personal-data/by-link/file': 'anyone',
  'PUT /api/personal-data/by-link/deleted': 'anyone',
  'GET /api/personal-data/users/:id': 'recent admin',
  'GET /api/personal-data/orders/:id': 'recent admin',

  'POST /api/orders': 'buyer',
  'GET /api/orders/:id': 'buyer or link',
  'GET /api/orders/myorders': 'user',
  // Authenticated by the key of the order's link.
  'POST /api/orders/:id/open': 'anyone',
  'POST /api/orders/:id/link': 'anyone',
  'POST /api/orders/find': 'anyone',
  'POST /api/orders/:id/claim': 'user',
  'POST /api/orders/claim-code': 'user',
  'POST /api/orders/claim': 'user',
  'POST /api/orders/verify/logs': 'buyer or link',
  'PUT /api/orders/:id/delay': 'buyer or link',
  // Authenticated by the signature of the link.
  'POST /api/orders/delays/answered': 'anyone',
  'POST /api/orders/processSquare': 'buyer or link',
  'PUT /api/orders/:id/pay': 'buyer or link',
  'POST /api/orders/:id/complete': 'buyer or link',
  'PUT /api/orders/:id/canceled': 'buyer',
  'POST /api/orders/:id/cancel-request': 'buyer or link',
  'PUT /api/orders/:id/cancel-request': 'admin',
  'PUT /api/orders/:id/address': 'admin',
  'PUT /api/orders/:id/paid': 'admin',
  'GET /api/orders/:id/refundable': 'admin',
  'POST /api/orders/:id/refund': 'recent admin',
  'PUT /api/orders/:id/shipped': 'admin',
  'GET /api/orders/:id/shipped': 'admin',
  'GET /api/orders': 'admin',
  'POST /api/orders/manual': 'admin',
  'POST /api/orders/manual/quote': 'admin',
  'GET /api/orders/:id/link': 'signed-in admin',
  'GET /api/orders/export': 'recent admin',
  'GET /api/orders/export/items': 'recent admin',
  'GET /api/orders/export/refunds': 'recent admin',
  'GET /api/orders/packing': 'admin',
  'GET /api/orders/postage': 'admin',
  'GET /api/orders/postage/check': 'admin',
  'POST /api/orders/tracking': 'admin',
  'PUT /api/orders/shipped': 'admin',
  'POST /api/orders/:id/notes': 'admin',
  'POST /api/orders/:id/delays': 'admin',
  'GET /api/orders/:id/timeline': 'admin',
  'DELETE /api/orders/:id': 'signed-in admin',
  'DELETE /api/orders/:id/guest': 'recent admin',
  'PUT /api/orders/:id/restored': 'admin',

  'POST /api/coupons/validate': 'buyer',
  'GET /api/coupons': 'admin',
  'GET /api/coupons/:id': 'admin',
  'POST /api/coupons': 'admin',
  'PUT /api/coupons/:id': 'admin',
  'DELETE /api/coupons/:id': 'signed-in admin',

  'GET /api/imports': 'admin',
  'POST /api/imports': 'admin',
  'GET /api/imports/:id': 'admin',
  'DELETE /api/imports/:id': 'signed-in admin',
  'GET /api/imports/:id/rows': 'admin',
  'PUT /api/imports/:id/rows': 'admin',
  'PUT /api/imports/:id/updates': 'admin',
  'PUT /api/imports/:id/photos': 'admin',
  'PUT /api/imports/:id/started': 'admin',
  'PUT /api/imports/:id/stopped': 'admin',
  'PUT /api/imports/:id/undone': 'signed-in admin',

  'GET /api/past-orders': 'admin',
  'GET /api/past-orders/:id': 'admin',
  'DELETE /api/past-customers/:id': 'recent admin',
  'GET /api/past-reviews': 'admin',
  'PUT /api/past-reviews/:id': 'admin',

  'GET /api/dashboard': 'admin',
  'GET /api/admin/search': 'admin',
  'GET /api/admin/audit-log': 'admin',

  'GET /api/own-shop': 'admin',
  'PUT /api/own-shop': 'admin',
  'POST /api/own-shop': 'signed-in admin',

  'GET /api/discrepancies': 'admin',
  'PUT /api/discrepancies/:id': 'admin',
  'POST /api/discrepancies/:id/settle': 'recent admin',
  'GET /api/money-check': 'admin',
  'POST /api/money-check': 'admin',
  'GET /api/payouts/:id': 'admin',
  'GET /api/orders/:id/disputes': 'admin',

  'POST /api/requests': 'anyone',
  // Authenticated by the signature of the link.
  'POST /api/requests/confirmed': 'anyone',
  'POST /api/requests/ended': 'anyone',
  'GET /api/requests': 'admin',
  'PUT /api/requests/:id/answer': 'admin',

  'GET /api/payments/setup': 'anyone',
  // Authenticated by its signature.
  'POST /api/webhooks/square': 'anyone',
  'POST /api/policy-reports': 'anyone',
  'GET /api/openapi.json': 'anyone',
} as const satisfies Record<string, Access>

/**
 * `user`: someone with an account. `guest`: someone who buys without one. `buyer`: either of them. `buyer or link`: also
 * the session of an order link, for its one order. `signed-in`: by session, not by API key. `recent`: by a session that began in the last 15 minutes, else
 * sign_in_again: backups, exports, settings, people, and money that is paid back. Reading a screen never needs it.
 */
export type Access =
  | 'anyone'
  | 'guest'
  | 'buyer'
  | 'buyer or link'
  | 'user'
  | 'recent user'
  | 'admin'
  | 'signed-in admin'
  | 'recent admin'

/** The access of a route; undefined when it is not in the table. HEAD has the access of GET. */
export function accessOf(method: string, url: string): Access | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  const path = url.length > 1 ? url.replace(/\/$/, '') : url
  return (ACCESS as Record<string, Access>)[`${verb} ${path}`]
}

/**
 * The parts of the API that keys may call, by how the paths begin. A key with the scope of a part may make all its calls;
 * `read` reads these and everything else. What is in no part no key changes.
 */
const PARTS: Record<Exclude<KeyScope, 'read'>, string[]> = {
  catalog: [
    ...['products', 'categories', 'admin/collections', 'admin/drops', 'pages', 'look'],
    ...['imports', 'past-reviews'],
  ],
  orders: ['orders', 'customers', 'coupons', 'requests', 'past-orders'],
}

/** The scopes of which an API key needs one to call a route; none when no key may. */
export function keyScopesOf(method: string, url: string): KeyScope[] {
  const access = accessOf(method, url)
  if (!access || access === 'anyone' || access.startsWith('signed-in') || access.startsWith('recent')) return []
  const isIn = (part: string) => `${url}/`.startsWith(`/api/${part}/`)
  const ofPart = KEY_SCOPES.filter((scope) => scope !== 'read' && PARTS[scope].some(isIn))
  return ['GET', 'HEAD'].includes(method) ? ['read', ...ofPart] : ofPart
}
