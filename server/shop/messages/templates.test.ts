import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { kinds, messageOf } from '#app/testing/all-messages.ts'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Look } from '#contract/admin/look.ts'
import type { CancelRequest, Order } from '#contract/orders.ts'
import { answerEmail, newRequestEmail } from '#features/requests/server/request-emails.ts'
import { REQUESTED_PRODUCT } from '#features/requests/testing/messages.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { DEFAULT_LOOK } from '#server/shop/look/looks.ts'
import { DELAY, DELAY_LINKS, LOGO, order, PICKUP, sender, TO, URL_OF_SHOP } from '#server/testing/message-parts.ts'
import { randomLooks } from '#server/testing/random-looks.ts'
import { cancelRequestEmail, newOrderEmail } from './admin-messages.ts'
import { declinedCancelEmail, delayEmail, receiptEmail, shippedEmail } from './buyer-messages.ts'
import { type MailColors, mailDesign } from './design.ts'
import type { Sender } from './sender.ts'

/** The URLs of everything that a mail program would load. */
const resourcesIn = (html: string) =>
  [
    ...html.matchAll(
      /<(?:img|link|script|iframe|video|source|object|embed)\b[^>]*?(?:src|href|data)="([^"]*)"|url\(([^)]*)\)|@import\s+([^;]+)/gi,
    ),
  ].map(([, attribute, url, sheet]) => attribute ?? url ?? sheet)

test.for(kinds)('the message “%s” has a text, and escapes what people have typed', (kind) => {
  const { text, html, subject, to, replyTo } = messageOf(kind)
  expect([subject, to, replyTo].every(Boolean)).toBe(true)
  expect(text).toMatch(/\S[\s\S]*https:\/\/mara\.example/)
  expect(text).not.toMatch(/<\/?(p|a|td|table|html)\b/)
  expect(html).not.toMatch(/<b[ >]|onclick="/)
  expect(html).toContain('&lt;b onclick=&quot;a&quot;&gt;')
})

const WORDS = 'The glaze ran.\n\nI am sorry.'
const orderWithRequest = {
  ...order,
  cancelRequest: { ...order.cancelRequest, reason: WORDS, answer: WORDS } as CancelRequest,
}
test.for([
  ['a reason to cancel', (shop) => cancelRequestEmail(orderWithRequest, shop)],
  ['the answer to it', (shop) => declinedCancelEmail(orderWithRequest, shop)],
  ['a delay', (shop) => delayEmail({ ...order, delay: { ...DELAY, words: WORDS } }, shop, DELAY_LINKS)],
  ['a request', (shop) => newRequestEmail(TO, REQUESTED_PRODUCT, WORDS, shop)],
  [
    'the answer to a request',
    (shop) => answerEmail(TO, REQUESTED_PRODUCT, { words: WORDS, listed: REQUESTED_PRODUCT }, shop),
  ],
] satisfies [string, (shop: Sender) => Message][])('the lines of %s are paragraphs of the message', ([, write]) => {
  const { text, html } = write(sender())
  expect(text).toMatch(/^The glaze ran\.\n+I am sorry\.$/m)
  expect(html).toContain('>The glaze ran.</p><p style="margin:0 0 16px">I am sorry.</p>')
})

test.for(kinds)('the message “%s” loads only pictures of the shop itself', (kind) => {
  const { html } = messageOf(kind, sender({}, { mark: { kind: 'logo', logo: LOGO, width: 400, height: 100 } }))
  expect(html).not.toMatch(/<(script|link|iframe|object|embed|form)\b/i)
  expect(resourcesIn(html)).toContain(`${URL_OF_SHOP}/logos/${LOGO}.png`)
  for (const url of resourcesIn(html)) expect(url).toMatch(/^https:\/\/mara\.example\/(logos|images)\//)
})

test.for(kinds)('the pictures of the message “%s” are PNG or JPEG, which every mail program shows', (kind) => {
  const { html } = messageOf(kind, sender({}, { mark: { kind: 'logo', logo: LOGO, width: 400, height: 100 } }))
  for (const url of resourcesIn(html)) expect(url).toMatch(/\.(png|jpeg)$/)
})

test.for(kinds)('the message “%s” has a headline, a preview and colors for the dark', (kind) => {
  const { html } = messageOf(kind, sender({ name: 'Mara Keramik' }))
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html.match(/<h1[ >]/g)).toHaveLength(1)
  expect(html).toMatch(/<h1 [^>]*>[^<]{5,}<\/h1>/)
  expect(html).toMatch(/<body[^>]*>\s*<div style="display:none[^"]*">[^<]{5,}<\/div>/)
})

test('a demo order says so before anything else, also in the list of messages', () => {
  const { subject, text, html } = receiptEmail(
    { ...order, isDemo: true, user: { name: 'Jane Doe', email: TO } },
    sender(),
  )
  expect(subject).toMatch(/^Demo: /)
  expect(text).toMatch(/^This email comes from a demo: .* Thank you, Jane! /)
  expect(html).toMatch(/display:none[^>]*>This email comes from a demo: /)
  expect(html).toMatch(/<\/h1>\s*<p [^>]*>This email comes from a demo: /)
})

test.for([
  ['the flower', { kind: 'flower' }, /\/icon-192\.png\?[\w-]+" alt="" width="44" height="44"/, true],
  ['letters', { kind: 'monogram', letters: 'MK' }, />MK<\/div>/, true],
  [
    'a square logo',
    { kind: 'logo', logo: LOGO, width: 160, height: 160 },
    /\.png" alt="" width="44" height="44"/,
    true,
  ],
  [
    'a logo that is the name',
    { kind: 'logo', logo: LOGO, width: 400, height: 100 },
    /\.png" alt="Mara Keramik" height="44"/,
    false,
  ],
] as const)('a message begins with the mark of the shop: %s', ([, mark, shownMark, hasName]) => {
  const { html } = messageOf('reset link', sender({ name: 'Mara Keramik' }, { mark }))
  expect(html).toMatch(shownMark)
  expect(/<p class="link"[^>]*>Mara Keramik<\/p>/.test(html)).toBe(hasName)
})

test('where one link matters most, the others are quieter', () => {
  const { html } = delayEmail({ ...order, delay: DELAY }, sender(), DELAY_LINKS)
  const cells = [...html.matchAll(/<td class="(button|outline)"[^>]*><a [^>]*href="([^"]*)"/g)]
  expect(cells.map(([, kind, href]) => [kind, href])).toEqual([
    ['button', DELAY_LINKS.wait],
    ['outline', DELAY_LINKS.refund],
    ['outline', `${URL_OF_SHOP}/order/${order._id}`],
  ])
})

test('pictures have their descriptions, and a product without a photo has none', () => {
  const { html } = messageOf(
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
    const { text, html } = messageOf(kind, sender({ thanks: 'Mara says thanks.' }))
    for (const form of [text, html]) expect(form).toContain('Mara says thanks.')
  }
  expect(messageOf('canceled').text).not.toContain(DEFAULT_SETTINGS.thanks)
  expect(messageOf('receipt', sender({ thanks: '' })).html).not.toContain('font-size:18px"></p>')
})

test('messages about a paid order name the card, unless it was paid without one', () => {
  const { text, html } = messageOf('receipt')
  for (const form of [text, html]) expect(form).toContain('Paid with American Express ending in 1005')
  expect(receiptEmail({ ...order, card: null }, sender()).text).not.toContain('Paid with')
  expect(receiptEmail({ ...order, card: { brand: 'NEW_BRAND', last4: '1' } }, sender()).text).toContain(
    'Paid with card ending in 1',
  )
})

test.for([
  ['the receipt', receiptEmail, /^Thank you, Jane! /],
  [
    'the receipt of what is collected',
    (one, shop) => receiptEmail({ ...one, shipping: PICKUP }, shop),
    /^Thank you, Jane! /,
  ],
  ['the shipping notice', shippedEmail, /^Good news, Jane: your order is on its way\./],
  [
    'the notice to collect',
    (one, shop) => shippedEmail({ ...one, shipping: PICKUP }, shop),
    /^Good news, Jane: .* ready/,
  ],
  ['the message to the seller', newOrderEmail, /^Jane Doe placed order 1001, /],
] satisfies [string, typeof receiptEmail, RegExp][])(
  '%s greets a buyer by the first name, the seller reads the whole one',
  ([, write, opening]) => {
    const { text } = write({ ...order, user: { name: 'Jane Doe', email: TO } }, sender())
    expect(text).toMatch(opening)
  },
)

test('in plain text, each answer and each line of the gift note has a line of its own', () => {
  const answers = [
    { label: 'Engraving', answer: 'For Oma', price: 0 },
    { label: 'Ink', answer: 'Blue', price: 0 },
  ] as Order['orderItems'][number]['answers']
  const [first] = order.orderItems
  const { text } = receiptEmail(
    {
      ...order,
      orderItems: [{ ...first, name: 'Pen', answers }] as Order['orderItems'],
      giftNote: 'Hi, Oma!\nFrom us',
    },
    sender(),
  )
  expect(text).toContain('2 × Pen: $10.00\n   Engraving: For Oma\n   Ink: Blue\n')
  expect(text).toContain('Gift note:\nHi, Oma!\nFrom us\n')
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
    [accent, paper],
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
    const { text, html } = messageOf(kind, sender(address))
    expect(text.split('\n').at(-1), kind).toBe('4 Mill Road, Madison, WI <53703>')
    expect(html, kind).toContain('<br>4 Mill Road, Madison, WI &lt;53703&gt;')
  }
})
