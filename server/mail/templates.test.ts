import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Look } from '#contract/admin/look.ts'
import type { CancelRequest, Order } from '#contract/orders.ts'
import { DEFAULT_LOOK } from '../look/looks.ts'
import { randomLooks } from '../testing/random-looks.ts'
import {
  addressChangedEmail,
  addressChangingEmail,
  addressRegisteredEmail,
  addressSetEmail,
  passwordChangedEmail,
  resetLinkEmail,
} from './account-messages.ts'
import {
  canceledOrderEmail,
  cancelRequestEmail,
  moneyWantedEmail,
  newOrderEmail,
  paymentsToCheckEmail,
  testEmail,
} from './admin-messages.ts'
import {
  canceledEmail,
  declinedCancelEmail,
  delayEmail,
  newAddressEmail,
  receiptEmail,
  refundEmail,
  shippedEmail,
} from './buyer-messages.ts'
import { senderOf } from './compose.ts'
import { type MailColors, mailDesign } from './design.ts'
import type { Message, Sender } from './messages.ts'
import { answerEmail, backEmail, confirmRequestEmail, newRequestEmail } from './request-messages.ts'

const URL_OF_SHOP = 'https://mara.example'
const LOGO = '0190f5a0-0000-7000-8000-000000000000'
const HOSTILE = `<b onclick="a">Bo'wl</b> & "${'x'.repeat(80)}"`

const sender = (settings: Partial<typeof DEFAULT_SETTINGS> | object = {}, look: Partial<Look> = {}): Sender =>
  senderOf(
    {
      settings: { ...DEFAULT_SETTINGS, name: HOSTILE, email: 'mara@keramik.example', ...settings },
      look: { ...DEFAULT_LOOK, ...look },
    },
    URL_OF_SHOP,
  )

const order: Order = {
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

const TO = 'ann@shopper.example'
const DELAY = { wasBy: '2026-12-04', shipBy: '2027-01-29', words: HOSTILE, answerBy: '2027-01-03', answer: null }
const DELAY_LINKS = { wait: `${URL_OF_SHOP}/delays/wait#a`, refund: `${URL_OF_SHOP}/delays/refund#a` }
const PIECE = { name: HOSTILE, slug: 'tide-pen' }
const KINDS: Record<string, (shop: Sender) => Message> = {
  receipt: (shop) => receiptEmail(order, shop),
  shipped: (shop) => shippedEmail(order, shop),
  canceled: (shop) => canceledEmail(order, shop),
  refunded: (shop) => refundEmail(order, shop, { cents: 500, card: HOSTILE, parts: `1 × ${HOSTILE}`, reason: HOSTILE }),
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
  test: (shop) => testEmail(TO, shop),
  'request to confirm': (shop) => confirmRequestEmail(TO, 'sister', PIECE, `${URL_OF_SHOP}/requests/confirm#a`, shop),
  'piece is back': (shop) => backEmail(TO, PIECE, `${URL_OF_SHOP}/requests/end#a`, shop),
  'answered request': (shop) => answerEmail(TO, PIECE, { words: HOSTILE, listed: PIECE }, shop),
  'new request': (shop) => newRequestEmail(TO, PIECE, HOSTILE, shop),
}
const kinds = Object.keys(KINDS)
const made = (kind: string, shop = sender()) => (KINDS[kind] as (shop: Sender) => Message)(shop)

/** The URLs of everything that a mail program would load. */
const loaded = (html: string) =>
  [
    ...html.matchAll(
      /<(?:img|link|script|iframe|video|source|object|embed)\b[^>]*?(?:src|href|data)="([^"]*)"|url\(([^)]*)\)|@import\s+([^;]+)/gi,
    ),
  ].map(([, attribute, url, sheet]) => attribute ?? url ?? sheet)

test.for(kinds)('the message “%s” has a text, and escapes what people have typed', (kind) => {
  const { text, html, subject, to, replyTo } = made(kind)
  expect([subject, to, replyTo].every(Boolean)).toBe(true)
  expect(text).toMatch(/\S[\s\S]*https:\/\/mara\.example/)
  expect(text).not.toMatch(/<\/?(p|a|td|table|html)\b/)
  expect(html).not.toMatch(/<b[ >]|onclick="/)
  expect(html).toContain('&lt;b onclick=&quot;a&quot;&gt;')
})

const WORDS = 'The glaze ran.\n\nI am sorry.'
const asked = { ...order, cancelRequest: { ...order.cancelRequest, reason: WORDS, answer: WORDS } as CancelRequest }
test.for([
  ['a reason to cancel', (shop) => cancelRequestEmail(asked, shop)],
  ['the answer to it', (shop) => declinedCancelEmail(asked, shop)],
  ['a delay', (shop) => delayEmail({ ...order, delay: { ...DELAY, words: WORDS } }, shop, DELAY_LINKS)],
  ['a request', (shop) => newRequestEmail(TO, PIECE, WORDS, shop)],
  ['the answer to a request', (shop) => answerEmail(TO, PIECE, { words: WORDS, listed: PIECE }, shop)],
] satisfies [string, (shop: Sender) => Message][])('the lines of %s are paragraphs of the message', ([, write]) => {
  const { text, html } = write(sender())
  expect(text).toMatch(/^The glaze ran\.\n+I am sorry\.$/m)
  expect(html).toContain('>The glaze ran.</p><p style="margin:0 0 16px">I am sorry.</p>')
})

test.for(kinds)('the message “%s” loads only pictures of the shop itself', (kind) => {
  const { html } = made(kind, sender({}, { mark: { kind: 'logo', logo: LOGO, width: 400, height: 100 } }))
  expect(html).not.toMatch(/<(script|link|iframe|object|embed|form)\b/i)
  expect(loaded(html)).toContain(`${URL_OF_SHOP}/logos/${LOGO}.png`)
  for (const url of loaded(html)) expect(url).toMatch(/^https:\/\/mara\.example\/(logos|images)\//)
})

test.for(kinds)('the pictures of the message “%s” are PNG or JPEG, which every mail program shows', (kind) => {
  const { html } = made(kind, sender({}, { mark: { kind: 'logo', logo: LOGO, width: 400, height: 100 } }))
  for (const url of loaded(html)) expect(url).toMatch(/\.(png|jpeg)$/)
})

test('pictures have their descriptions, and a product without a photo has none', () => {
  const { html } = made(
    'receipt',
    sender({ name: 'Mara Keramik' }, { mark: { kind: 'logo', logo: LOGO, width: 400, height: 100 } }),
  )
  expect(html).toContain('alt="Mara Keramik" height="44"')
  expect(html.match(/<img [^>]*>/g)).toHaveLength(2)
  for (const [tag] of html.matchAll(/<img [^>]*>/g)) expect(tag).toMatch(/ alt="/)
})

test('a name has the whole row beside the photo, and the address begins with the buyer', () => {
  const { text, html } = receiptEmail({ ...order, user: { name: 'Ann Lee', email: TO } }, sender())
  expect(html).toMatch(/<td colspan="2"[^>]*>Vase<\/td><\/tr>\n<tr><td[^>]*>1 × \$5\.00<\/td><td[^>]*>\$5\.00</)
  expect(html).toMatch(/<\/span><br>Ann Lee<br>/)
  expect(text).toContain('Shipping to:\nAnn Lee\n')
})

test.for([
  ['waits', { isDelivered: false }, true],
  ['has shipped', {}, false],
  ['is refunded', { isDelivered: false, isRefunded: true }, false],
] as const)('the receipt of an order that %s says by which day it ships: %j', ([, standing, isSaid]) => {
  const { text, html } = receiptEmail({ ...order, shipBy: '2026-12-04', ...standing }, sender())
  for (const form of [text, html]) expect(form.includes('with care, ship them by Dec 4, 2026 and email')).toBe(isSaid)
})

test('receipts and shipping notices end with the thank-you of the seller, unless she has none', () => {
  for (const kind of ['receipt', 'shipped']) {
    const { text, html } = made(kind, sender({ thanks: 'Mara says thanks.' }))
    for (const form of [text, html]) expect(form).toContain('Mara says thanks.')
  }
  expect(made('canceled').text).not.toContain(DEFAULT_SETTINGS.thanks)
  expect(made('receipt', sender({ thanks: '' })).html).not.toContain('font-size:18px"></p>')
})

test('messages about a paid order name the card, unless it was paid without one', () => {
  const { text, html } = made('receipt')
  for (const form of [text, html]) expect(form).toContain('Paid with American Express ending in 1005')
  expect(receiptEmail({ ...order, card: null }, sender()).text).not.toContain('Paid with')
  expect(receiptEmail({ ...order, card: { brand: 'NEW_BRAND', last4: '1' } }, sender()).text).toContain(
    'Paid with card ending in 1',
  )
})

test('a buyer without a name is thanked without one', () => {
  const { text } = receiptEmail({ ...order, user: { ...order.user, name: ' ' } }, sender())
  expect(text).toMatch(/^Thank you for your order! /)
})

test.for([
  ['#7b1e45', '#faf6ee'],
  ['#2f5d50', '#f4f1ea'],
  ['#8a3b12', '#f7efe6'],
  ['#1f4e79', '#ffffff'],
  ['#5b4a8a', '#f3f0f8'],
  ['#f2c14e', '#16191f'],
  ['#ffff00', '#ffffff'],
  ['#000000', '#000000'],
  ['#ff0000', '#00ff00'],
] as const)('messages of a shop in %s on %s can be read in light and dark', ([accent, background]) => {
  expectReadable({ ...DEFAULT_LOOK, accent, background })
})

test('messages of shops with any look can be read in light and dark', () => {
  for (const look of randomLooks(40)) expectReadable({ ...DEFAULT_LOOK, ...look })
})

function expectReadable(look: Look) {
  const { light, dark } = mailDesign(look, { name: 'Mara', url: URL_OF_SHOP })
  for (const colors of [light, dark]) if (colors) expect(unreadable(colors), JSON.stringify(look)).toEqual([])
}

/** The texts of less contrast than WCAG 2.2 asks for, with what is under them. */
const unreadable = ({ paper, card, ink, muted, accent }: MailColors) =>
  [
    [ink, paper],
    [ink, card],
    [muted, paper],
    [muted, card],
    [accent, card],
    [card, accent],
  ].filter(([text, under]) => wcagContrast(text as string, under as string) < 4.5)

test('messages of a gift have the address of its recipient', () => {
  const shippingAddress = {
    ...order.shippingAddress,
    address: '1 Mill Lane',
    address2: 'Apt 4',
    recipient: 'Oma Keller',
  }
  expect(receiptEmail({ ...order, shippingAddress }, sender()).text).toContain(
    'Oma Keller\n1 Mill Lane\nApt 4\nLeeds, ME 04263',
  )
})

test('every message ends with the postal address, if there is one', () => {
  const address = { postalAddress: '4 Mill Road\nMadison, WI <53703>' }
  for (const kind of kinds) {
    const { text, html } = made(kind, sender(address))
    expect(text.split('\n').at(-1), kind).toBe('4 Mill Road, Madison, WI <53703>')
    expect(html, kind).toContain('<br>4 Mill Road, Madison, WI &lt;53703&gt;')
  }
})
