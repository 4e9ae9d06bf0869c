// Who uses a shop during a soak: shoppers with and without an account, visitors, a seller, and programs that leave.
import { randomInt } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { toCents } from '#contract/money.ts'
import { csvOf, ETSY_HEADINGS } from '#features/imports/testing/csv-files.ts'
import type { Database } from '#server/platform/db/client.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { admin, category, coupon, ENGRAVING, family, PASSWORD, product, user } from '#server/testing/factories.ts'
import { noise } from '#server/testing/photo-files.ts'
import { uploadRequest } from '#server/testing/uploads.ts'
import { callerOf, type Outcome } from './callers.ts'

const PLENTY = 10_000_000
const ACCOUNTS = 600
const PRODUCTS = 200
const BAD_CARDS = ['cnon:card-nonce-declined', 'cnon:card-nonce-rejected-cvv', 'cnon:made-up']
const PATIENCE_MS = 60_000

const PUBLIC = ['/', '/shop', '/api/products', '/sitemap.xml', '/api/shop', '/cart', '/no-such-page']
const ADMIN = [
  '/api/dashboard',
  '/api/orders',
  '/api/products?view=admin',
  '/api/users',
  '/api/coupons',
  '/api/admin/search?q=main',
]

type Stock = Awaited<ReturnType<typeof soakStock>>
type Note = (deed: string, ending: string | number) => void
type Sender = { token?: string; from?: string }

/** Fills a shop for a soak: 200 products with plenty of each, three of them choices, and 600 accounts. */
export async function soakStock(db: Database) {
  const products: string[] = []
  const slugs: string[] = []
  const choices = ['Small', 'Medium', 'Large'].map((size) => ({ choice: [size], qty: PLENTY }))
  products.push(...(await family(db, { asks: [ENGRAVING] }, choices)).choices.map(({ id }) => id))
  while (products.length < PRODUCTS) {
    const { id, slug } = await product(db, { qty: PLENTY, priceCents: 500 + 25 * products.length })
    products.push(id)
    slugs.push(slug)
  }
  const accounts = []
  while (accounts.length < ACCOUNTS) accounts.push(await user(db))
  const { token: seller } = await admin(db)
  const { code } = await coupon(db, { amountCents: 100 })
  // What an imported cup goes into.
  await category(db, 'cups')
  const tokens = accounts.map(({ token }) => token)
  const emails = accounts.map(({ user: { email } }) => email)
  return { products, slugs, seller, code, tokens, emails }
}

/** What people do at the shop, each by the number of times it was done before. `note` is told how each request ended. */
export function soakPeople(url: string, stock: Stock, note: Note) {
  /** Calls by way of a proxy that names the visitor's address. */
  const callAs = ({ token = '', from = addressOf() }: Sender = {}) =>
    callerOf(() => url, token, { headers: { 'x-forwarded-for': from } })
  const noteDeed = (deed: string, outcome: Promise<Outcome>) =>
    outcome.then((one) => {
      note(deed, one.ending)
      return one
    })
  const asSeller = callAs({ token: stock.seller, from: '10.0.0.1' })
  return {
    checkOut: (number: number) => checkOut(number, stock, { callAs, noted: noteDeed }),
    page(number: number) {
      const slug = stock.slugs[number % stock.slugs.length]
      const path = number % 3 === 0 ? `/products/${slug}` : (PUBLIC[number % PUBLIC.length] ?? '/')
      return noteDeed('page', callAs()('GET', path))
    },
    search: (number: number) =>
      noteDeed('search', callAs()('GET', `/${number % 2 ? 'search/' : 'api/products?keyword='}walnut%20${number}`)),
    readAsSeller: (number: number) => noteDeed('admin', asSeller('GET', ADMIN[number % ADMIN.length] ?? '/')),
    edit(number: number) {
      const ids = [stock.products[number % stock.products.length]]
      return noteDeed('edit', asSeller('PUT', '/api/products', { ids, change: { amount: number % 2 ? -1 : 1 } }))
    },
    signIn(number: number) {
      const email = stock.emails[number % stock.emails.length]
      const password = number % 5 ? PASSWORD : 'another word'
      return noteDeed('sign-in', callAs()('POST', '/api/users/login', { email, password }))
    },
    async upload() {
      const bytes = await noise(600 + randomInt(200), 600)
        .jpeg()
        .toBuffer()
      const { headers, body } = uploadRequest([{ bytes }])
      return noteDeed('upload', asSeller('POST', '/api/products/uploadImage', body, headers))
    },
    importOnce: (number: number) => importOnce(number, { call: asSeller, noted: noteDeed }),
    leave: (signal: AbortSignal) => leave(url, signal),
  }
}

const addressOf = () => `10.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`

type NoteDeed = (deed: string, outcome: Promise<Outcome>) => Promise<Outcome>
type CallAs = (sender?: Sender) => ReturnType<typeof callerOf>

/** One checkout, of a guest in three of five: left alone, refused, pressed twice or reported in some of them. */
async function checkOut(number: number, stock: Stock, { callAs, noted }: { callAs: CallAs; noted: NoteDeed }) {
  const isGuest = number % 5 < 3
  const from = addressOf()
  const guest = { name: `Gus Guest ${number}`, email: `gus-${number}-${randomInt(1e9)}@soak.example` }
  const token = isGuest
    ? (await noted('guest', callAs({ from })('POST', '/api/users/guest', guest))).body.token
    : stock.tokens[number % stock.tokens.length]
  if (typeof token !== 'string') return
  const call = callAs({ token, from })
  const { ending, body: order } = await noted('place', call('POST', '/api/orders', orderOf(number, stock)))
  if (ending !== 201 || number % 13 === 0) return
  const orderId = String(order._id)
  await noted('verify', call('POST', '/api/orders/verify/logs', { order: orderId }))
  const press = { orderId, price: toCents(Number(order.totalPrice)) }
  const pay = (sourceId: string) => noted('pay', call('POST', '/api/orders/processSquare', { ...press, sourceId }))
  if (!isGuest && number % 10 === 4) await pay(BAD_CARDS[number % BAD_CARDS.length] ?? '')
  const [payment] = await Promise.all(number % 17 === 0 ? [pay(GOOD_CARD), pay(GOOD_CARD)] : [pay(GOOD_CARD)])
  const { id, status } = payment?.body ?? {}
  if (status === 'COMPLETED' && number % 4 !== 0)
    await noted('report', call('PUT', `/api/orders/${orderId}/pay`, { id, status }))
  await noted('order page', call('GET', `/api/orders/${orderId}`))
}

const orderOf = (number: number, { products, code }: Stock) => ({
  orderItems: Array.from({ length: 1 + (number % 3) }, (_, line) => ({
    product: products[(7 * number + 31 * line) % products.length],
    qty: 1,
    answers: { engraving: `${line}` },
  })),
  shippingAddress: { ...ADDRESS, address: `${number} Main Street` },
  paymentMethod: 'Square',
  ...(number % 11 === 0 ? { code } : {}),
})

/** Ten products from a file, which are created, taken back and removed. Throws when a step takes more than a minute. */
async function importOnce(number: number, { call, noted }: { call: ReturnType<typeof callerOf>; noted: NoteDeed }) {
  const rows = Array.from({ length: 10 }, (_, at) => ({ TITLE: `Cup ${number}-${at}`, PRICE: '12.00', QUANTITY: 2 }))
  const file = Buffer.from(csvOf(ETSY_HEADINGS, rows))
  const type = { 'content-type': 'application/octet-stream' }
  const { body } = await noted('import', call('POST', '/api/imports?name=cups.csv', file, type))
  const path = `/api/imports/${body._id}`
  const reaches = async (state: string) => {
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(250)) {
      const { body: now } = await call('GET', path)
      if (now.state === state) return
      if (Date.now() > until) throw new Error(`is ${now.state}, not ${state}`)
    }
  }
  await reaches('ready')
  await noted('import', call('PUT', `${path}/started`, { asDrafts: false }))
  await reaches('done')
  await noted('import', call('PUT', `${path}/undone`, {}))
  await reaches('undone')
  await noted('import', call('DELETE', path))
}

/** A visitor who leaves while the shop is at work, and one who never says all of what they want. */
async function leave(url: string, signal: AbortSignal) {
  const abortedRequest = request(`${url}/search/left%20${randomInt(1e9)}`, {
    headers: { 'x-forwarded-for': addressOf() },
  })
  abortedRequest.on('error', () => {}).end()
  const slow = request(`${url}/api/users/login`, { method: 'POST', headers: { 'content-length': '500' } })
  slow.on('error', () => {}).write('{')
  await sleep(5)
  abortedRequest.destroy()
  await sleep(10_000, undefined, { signal }).catch(() => {})
  slow.destroy()
}
