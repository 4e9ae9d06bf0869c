import type { z } from 'zod'
import type { EditedLook } from '#contract/admin/look.ts'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { Order } from '#contract/orders.ts'
import type { Product } from '#contract/products.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { TEXT } from '#contract/texts.ts'
import type { UserInfo } from '#contract/users.ts'
import { NAMELESS } from '#web/shop/settings/nameless-shop.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'

// The plainest valid things, as the API answers them: amounts in dollars.

export const SHOP: ShopInfo = {
  ...NAMELESS,
  name: 'Zinnia',
  shipDays: { from: 1, to: 3 },
  tax: 550,
  payments: 'simulated',
  mark: { kind: 'flower' },
  cartEmpty: TEXT.cartEmpty,
}

export const ADA: UserInfo = {
  _id: '0198a0f2-7c1e-7000-8000-0000000000a1',
  name: 'Ada Byron',
  email: 'ada@shop.example',
  isAdmin: false,
  isAPI: false,
  token: 'token-of-ada',
}

export const ADMIN: UserInfo = { ...ADA, isAdmin: true }

export const ADDRESS = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

/** An unpaid order of Ada's for a pen: $19.99, with shipping and tax $24.59. */
export const answeredOrder = (fields: Partial<z.input<typeof Order>> = {}): z.input<typeof Order> => ({
  _id: '0198a0f2-7c1e-7000-8000-000000000001',
  number: 1001,
  user: { name: ADA.name, email: ADA.email },
  orderItems: [
    {
      ...{ line: 1, product: PEN_ID, name: 'Walnut Pen', qty: 1 },
      ...{ image: '/placeholder.svg', price: 19.99, slug: 'walnut-pen' },
    },
  ],
  shippingAddress: ADDRESS,
  paymentMethod: 'Square',
  itemsPrice: 19.99,
  shippingPrice: 3.5,
  taxPrice: 1.1,
  discount: 0,
  totalPrice: 24.59,
  couponCode: null,
  payment: 'none',
  isPaid: false,
  paidAt: null,
  isDemo: false,
  paidBy: null,
  card: null,
  refunded: 0,
  isRestocked: false,
  isRefunded: false,
  isDelivered: false,
  carrier: null,
  trackingNumber: null,
  orderVerifyLog: [],
  createdAt: '2026-11-21T09:00:00.000Z',
  ...fields,
})

const PEN_ID = '0198a0f2-7c1e-7000-8000-0000000000b1'

/** A pen of which there are three, for $19.99. */
export const answeredProduct = (fields: Partial<z.input<typeof Product>> = {}): z.input<typeof Product> => ({
  _id: PEN_ID,
  sku: 'PEN-1',
  name: 'Walnut Pen',
  price: 19.99,
  qty: 3,
  description: '<p>Warm.</p>',
  category: 'pens',
  categoryLabel: 'Pens',
  images: [],
  color: 'Brown',
  slug: 'walnut-pen',
  featured: false,
  oneOfAKind: false,
  createdAt: '2026-11-01T09:00:00.000Z',
  ...fields,
})

/** The pen as admins see it. */
export const answeredAdminProduct = (
  fields: Partial<z.input<typeof AdminProduct>> = {},
): z.input<typeof AdminProduct> => ({ ...answeredProduct(), draft: false, version: '1', ...fields })

/** The pen in a cart; the price is in cents. */
export const PEN: CartItem = {
  product: PEN_ID,
  name: 'Walnut Pen',
  image: '/placeholder.svg',
  price: 1999,
  qty: 1,
  qtyAvail: 3,
  oneOfAKind: false,
}

/** The look of a shop as an admin edits it, without a draft. */
export const EDITED_LOOK: EditedLook = {
  look: {
    accent: '#7b1e45',
    background: '#faf6ee',
    darkMode: 'device',
    fonts: 'warm',
    mark: { kind: 'monogram', letters: '' },
    hero: { photo: null, title: 'Made by hand', line: '', button: { label: 'Browse', path: '/shop' } },
    storyPhoto: null,
    home: ['featured', 'story'],
    notice: null,
  },
  isDraft: false,
  version: 'v1',
  history: [],
}
