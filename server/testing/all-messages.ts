// A message of each kind, with what somebody hostile has typed wherever there is room for it.
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Look } from '#contract/admin/look.ts'
import type { Order } from '#contract/orders.ts'
import type { LetterBlock } from '#features/letters/contract.ts'
import { letterEmail } from '#features/letters/server/letter-email.ts'
import { lowStockEmail } from '#features/low-stock/server/low-stock-mail.ts'
import { reminderEmail } from '#features/payment-reminders/server/reminder-email.ts'
import {
  answerEmail,
  backEmail,
  confirmRequestEmail,
  newRequestEmail,
} from '#features/requests/server/request-emails.ts'
import {
  returnAcceptedEmail,
  returnAskedEmail,
  returnExchangedEmail,
  returnRefusedEmail,
  withdrawalReceiptEmail,
} from '#features/returns/server/return-emails.ts'
import { reviewAskEmail } from '#features/reviews/server/review-email.ts'
import { webhookOffEmail } from '#features/webhooks/server/off-mail.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { DEFAULT_LOOK } from '#server/shop/look/looks.ts'
import {
  addressChangedEmail,
  addressChangingEmail,
  addressRegisteredEmail,
  addressSetEmail,
  passwordChangedEmail,
  resetLinkEmail,
} from '#server/shop/messages/account-messages.ts'
import {
  canceledOrderEmail,
  cancelRequestEmail,
  moneyWantedEmail,
  newOrderEmail,
  paymentsToCheckEmail,
  testEmail,
} from '#server/shop/messages/admin-messages.ts'
import {
  canceledEmail,
  declinedCancelEmail,
  delayEmail,
  newAddressEmail,
  receiptEmail,
  refundEmail,
  shippedEmail,
} from '#server/shop/messages/buyer-messages.ts'
import { senderOf } from '#server/shop/messages/compose.ts'
import type { Sender } from '#server/shop/messages/sender.ts'

export const URL_OF_SHOP = 'https://mara.example'
export const LOGO = '0190f5a0-0000-7000-8000-000000000000'
const HOSTILE = `<b onclick="a">Bo'wl</b> & "${'x'.repeat(80)}"`

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
export const REQUESTED_PRODUCT = { name: HOSTILE, slug: 'tide-pen' }
const PLACED_AT = new Date('2026-12-01T12:00:00Z')
const UNPAID_ORDER = {
  ...{ number: 1001, totalCents: 2083, placedAt: PLACED_AT, holdsUntil: PLACED_AT },
  path: `/order/${order._id}#k=abc`,
}
const RETURN = {
  ...{ number: 1001, kind: 'withdrawal' as const, askedAt: PLACED_AT, answer: HOSTILE, reason: HOSTILE },
  ...{ buyer: { name: HOSTILE, email: TO }, pieces: `1 × ${HOSTILE}, 2 × Vase` },
}
export const KINDS: Record<string, (shop: Sender) => Message> = {
  receipt: (shop) => receiptEmail(order, shop),
  shipped: (shop) => shippedEmail(order, shop),
  canceled: (shop) => canceledEmail(order, shop),
  refunded: (shop) =>
    refundEmail(order, shop, {
      cents: 500,
      card: { brand: null, last4: HOSTILE },
      parts: `1 × ${HOSTILE}`,
      reason: HOSTILE,
    }),
  'declined cancel request': (shop) => declinedCancelEmail(order, shop),
  'new address': (shop) => newAddressEmail(order, shop),
  'cancel request': (shop) => cancelRequestEmail(order, shop),
  delayed: (shop) => delayEmail({ ...order, delay: DELAY }, shop, DELAY_LINKS),
  'money wanted': (shop) => moneyWantedEmail(order, shop),
  'new order': (shop) => newOrderEmail(order, shop),
  'canceled order': (shop) => canceledOrderEmail(order, shop),
  discrepancies: (shop) => paymentsToCheckEmail([{ sentence: HOSTILE, order: { id: order._id, number: 1001 } }], shop),
  'reset link': (shop) => resetLinkEmail(TO, `${URL_OF_SHOP}/reset-password/abc`, shop),
  'changed password': (shop) => passwordChangedEmail(TO, shop),
  'changed address': (shop) => addressChangedEmail(TO, shop),
  'changing address': (shop) => addressChangingEmail(TO, shop),
  'set address': (shop) => addressSetEmail(TO, shop),
  'registered address': (shop) => addressRegisteredEmail(TO, shop),
  'payment reminder': (shop) => reminderEmail(TO, UNPAID_ORDER, 'America/Chicago', shop),
  'low stock': (shop) => lowStockEmail([{ name: HOSTILE, qty: 1, hasChoices: true }], 3, shop),
  test: (shop) => testEmail(TO, shop),
  'request to confirm': (shop) =>
    confirmRequestEmail(TO, 'sister', REQUESTED_PRODUCT, `${URL_OF_SHOP}/requests/confirm#a`, shop),
  'piece is back': (shop) => backEmail(TO, REQUESTED_PRODUCT, `${URL_OF_SHOP}/requests/end#a`, shop),
  'answered request': (shop) => answerEmail(TO, REQUESTED_PRODUCT, { words: HOSTILE, listed: REQUESTED_PRODUCT }, shop),
  'return asked for': (shop) => returnAskedEmail(TO, RETURN, `${URL_OF_SHOP}/order/${order._id}`, shop),
  'withdrawal receipt': (shop) => withdrawalReceiptEmail(RETURN, `${URL_OF_SHOP}/order/a#k=b`, 'America/Chicago', shop),
  'accepted return': (shop) =>
    returnAcceptedEmail(RETURN, `${URL_OF_SHOP}/order/a#k=b`, 'buyer', {
      ...shop,
      postalAddress: shop.postalAddress || `${HOSTILE}\n4 Mill Road`,
    }),
  'exchanged return': (shop) =>
    returnExchangedEmail(RETURN, { number: 1044, left: 2_460 }, `${URL_OF_SHOP}/order/a#k=b`, shop),
  'refused return': (shop) => returnRefusedEmail(RETURN, `${URL_OF_SHOP}/order/a#k=b`, shop),
  'asked for reviews': (shop) =>
    reviewAskEmail({ email: TO, name: HOSTILE, pieces: [HOSTILE, 'Vase'] }, `${URL_OF_SHOP}/reviews/write#a`, shop),
  letter: (shop) => letterEmail(TO, { subject: HOSTILE, blocks: LETTER }, shop),
  'webhooks off': (shop) =>
    webhookOffEmail({ id: LOGO, url: `https://hooks.example/${HOSTILE}`, reason: 'failing' }, shop),
  'new request': (shop) => newRequestEmail(TO, REQUESTED_PRODUCT, HOSTILE, shop),
}

/** A letter with a block of each kind. */
const words = [{ type: 'text' as const, text: HOSTILE }]
const LETTER: LetterBlock[] = [
  {
    type: 'p',
    children: [
      { type: 'strong', children: words },
      { type: 'a', href: '/shop', children: words },
    ],
  },
  { type: 'h2', children: words },
  { type: 'ul', items: [{ type: 'li', children: [{ type: 'p', children: words }] }] },
  { type: 'blockquote', children: [{ type: 'p', children: words }] },
  { type: 'hr' },
  {
    type: 'product',
    product: {
      ...{ name: HOSTILE, slug: 'tide-pen', price: 4_200, hasPrices: true, isSold: false },
      photo: { location: '/images/0198a0f2-7c1e-7000-8000-0000000000f1.jpg', width: 1200, height: 900 },
    },
  },
]
export const kinds = Object.keys(KINDS)
export const messageOf = (kind: string, shop = sender()) => (KINDS[kind] as (shop: Sender) => Message)(shop)
