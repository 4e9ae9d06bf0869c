// What the examples of messages are made of (all-messages.ts).
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Look } from '#contract/admin/look.ts'
import type { Order } from '#contract/orders.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { DEFAULT_LOOK } from '#server/shop/look/looks.ts'
import { senderOf } from '#server/shop/messages/compose.ts'
import type { Sender } from '#server/shop/messages/sender.ts'

/** A message of each kind, by that kind. */
export type ExampleMessages = Record<string, (shop: Sender) => Message>

export const URL_OF_SHOP = 'https://mara.example'
export const LOGO = '0190f5a0-0000-7000-8000-000000000000'
/** What somebody hostile has typed. */
export const HOSTILE = `<b onclick="a">Bo'wl</b> & "${'x'.repeat(80)}"`

export const sender = (settings: Partial<typeof DEFAULT_SETTINGS> | object = {}, look: Partial<Look> = {}): Sender =>
  senderOf(
    {
      settings: { ...DEFAULT_SETTINGS, name: HOSTILE, email: 'mara@keramik.example', ...settings },
      look: { ...DEFAULT_LOOK, ...look },
    },
    URL_OF_SHOP,
  )

export const order: Order = {
  _id: '0190f5a0-0000-7000-8000-000000000001',
  number: 1001,
  user: { name: HOSTILE, email: 'ann@shopper.example' },
  orderItems: [
    { product: LOGO, name: HOSTILE, qty: 2, price: 500, image: `/images/${LOGO}.jpg` },
    { product: LOGO, name: 'Vase', qty: 1, price: 500, image: '/placeholder.svg' },
  ] as Order['orderItems'],
  shippingAddress: { address: HOSTILE, city: 'Leeds', state: 'ME', postalCode: '04263', country: 'USA' },
  paymentMethod: 'Square',
  itemsPrice: 1500,
  shippingPrice: 500,
  taxPrice: 83,
  discount: 0,
  totalPrice: 2083,
  couponCode: null,
  payment: 'paid',
  isPaid: true,
  paidAt: '2026-12-01T12:00:00Z',
  isDemo: false,
  paidBy: null,
  card: { brand: 'AMERICAN_EXPRESS', last4: '1005' },
  refunded: 0,
  isRestocked: false,
  isRefunded: false,
  isDelivered: true,
  carrier: 'USPS',
  trackingNumber: '9400 1',
  cancelRequest: { reason: HOSTILE, askedAt: '2026-12-01T12:00:00Z', state: 'declined', answer: HOSTILE },
  orderVerifyLog: [],
  createdAt: '2026-12-01T12:00:00Z',
}

export const TO = 'ann@shopper.example'
export const PICKUP = { name: 'Pick-up', pickup: { address: '4 Mill Road', hours: '' } } as Order['shipping']
export const DELAY = { wasBy: '2026-12-04', shipBy: '2027-01-29', words: HOSTILE, answerBy: '2027-01-03', answer: null }
export const DELAY_LINKS = { wait: `${URL_OF_SHOP}/delays/wait#a`, refund: `${URL_OF_SHOP}/delays/refund#a` }
export const PLACED_AT = new Date('2026-12-01T12:00:00Z')
