/** Who may call what: every route of the API, on one page. A route without an entry stops the server from starting. */
export const ACCESS = {
  // With `view=admin` for admins only, which the route sees to.
  'GET /api/products': 'anyone',
  'GET /api/products/featured': 'anyone',
  'GET /api/products/newest': 'anyone',
  'GET /api/products/suggestions': 'anyone',
  'GET /api/products/:id': 'anyone',
  'GET /api/products/:id/related': 'anyone',
  'POST /api/products/uploadImage': 'admin',
  'GET /api/products/export': 'admin',
  'POST /api/products': 'admin',
  'PUT /api/products': 'admin',
  'PUT /api/products/:id': 'admin',
  'DELETE /api/products/:id': 'admin',
  'GET /api/categories': 'anyone',
  'GET /api/categories/shelves': 'anyone',
  'POST /api/categories': 'admin',
  'PUT /api/categories': 'admin',
  'PUT /api/categories/:slug': 'admin',
  'DELETE /api/categories/:slug': 'admin',

  'GET /api/shop': 'anyone',
  'GET /api/settings': 'admin',
  'PUT /api/settings': 'admin',

  'POST /api/users': 'anyone',
  'POST /api/users/login': 'anyone',
  'GET /api/users/robot-check': 'anyone',
  'GET /api/users/robot-check/challenge': 'anyone',
  'POST /api/users/forgot-password': 'anyone',
  // By the token in the address.
  'GET /api/users/forgot-password-reset/:token': 'anyone',
  'POST /api/users/forgot-password-reset/:token': 'anyone',
  'POST /api/users/logout': 'user',
  'DELETE /api/users/sessions': 'user',
  'GET /api/users/api-keys': 'user',
  'POST /api/users/api-keys': 'user',
  'DELETE /api/users/api-keys/:id': 'user',
  'GET /api/users': 'admin',
  'GET /api/users/:id': 'user',
  'PUT /api/users/profile': 'user',
  'PUT /api/users/:id': 'admin',
  'DELETE /api/users/:id': 'admin',

  'POST /api/orders': 'user',
  'GET /api/orders/:id': 'user',
  'GET /api/orders/myorders': 'user',
  'POST /api/orders/verify/logs': 'user',
  'POST /api/orders/processSquare': 'user',
  'PUT /api/orders/:id/pay': 'user',
  'POST /api/orders/:id/complete': 'user',
  'POST /api/orders/:id/refund': 'admin',
  'PUT /api/orders/:id/shipped': 'admin',
  'GET /api/orders/:id/shipped': 'admin',
  'GET /api/orders': 'admin',
  'GET /api/orders/export': 'admin',
  'GET /api/orders/packing': 'admin',
  'PUT /api/orders/shipped': 'admin',
  'GET /api/orders/:id/timeline': 'admin',
  'DELETE /api/orders/:id': 'admin',
  'PUT /api/orders/:id/restored': 'admin',

  'POST /api/coupons/validate': 'user',
  'GET /api/coupons': 'admin',
  'GET /api/coupons/:id': 'admin',
  'POST /api/coupons': 'admin',
  'PUT /api/coupons/:id': 'admin',
  'DELETE /api/coupons/:id': 'admin',

  'GET /api/dashboard': 'admin',

  'GET /api/payments/setup': 'anyone',
  // By its signature, not by a session.
  'POST /api/webhooks/square': 'anyone',
  'POST /api/policy-reports': 'anyone',
  'GET /api/openapi.json': 'anyone',
} as const satisfies Record<string, Access>

export type Access = 'anyone' | 'user' | 'admin'

/** The access of a route, or undefined for one that is not in the table. `HEAD` goes by its `GET`. */
export function accessOf(method: string, url: string): Access | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  const path = url.length > 1 ? url.replace(/\/$/, '') : url
  return (ACCESS as Record<string, Access>)[`${verb} ${path}`]
}
