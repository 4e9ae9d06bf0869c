/** Who may call what: every route of the API, on one page. A route without an entry stops the server from starting. */
export const ACCESS = {
  'GET /api/products': 'anyone',
  'GET /api/products/featured': 'anyone',
  'GET /api/products/:id': 'anyone',
  'GET /api/categories': 'anyone',

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

  'POST /api/coupons/validate': 'user',

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
