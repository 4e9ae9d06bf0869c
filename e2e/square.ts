import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { startShop } from '#scripts/start-shop.ts'
import '#app/server/features.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { checkLedger } from '#server/shop/audit/ledger.ts'
import { insertSettings } from '#server/shop/settings/settings.ts'
import { product } from '#server/testing/factories.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { TRADING_SETTINGS } from '#server/testing/trading-settings.ts'
import { test as base, expect } from './fixtures.ts'
import type { Shopper } from './shoppers.ts'

const SDK = join(import.meta.dirname, 'square-sdk.js')
export const SQUARE = 'https://sandbox.web.squarecdn.com/**'

/** The behavior of the fake Square SDK: see square-sdk.js. */
export type SdkBehavior = {
  wallets?: ('Apple Pay' | 'Google Pay' | 'Cash App' | 'Afterpay')[]
  outcomes?: readonly ('hang' | 'throw' | { status: string; errors?: readonly object[] })[]
  attach?: 'hang'
  applicationId?: 'wrong'
  paymentRequest?: 'refused'
  /** The token of the wallets, and where their buyer lives. */
  token?: string
  place?: object
}

type SquareShop = Awaited<ReturnType<typeof openSquareShop>>['shop']
type OpenedOrder = { _id: string; number: number; totalPrice: number }
type Fixtures = {
  simulator: SquareShop['simulator']
  /** Opens an order of one of each of the products (by default a new one) as the shopper's page. */
  openOrder(wishes?: SdkBehavior, ...slugs: string[]): Promise<OpenedOrder>
}

/** A test in a shop that uses Square's simulator as Square. After each test the ledger must be sound. */
export const test = base.extend<Fixtures, { squareShop: SquareShop }>({
  squareShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const { shop, close } = await openSquareShop()
      await use(shop)
      await close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ squareShop }, use) => use(squareShop.url),
  context: async ({ context }, use) => {
    await serveSdk(context)
    await use(context)
  },
  simulator: [
    async ({ squareShop: { simulator, db } }, use) => {
      await simulator.forgetCalls()
      await use(simulator)
      await simulator.faults([])
      const broken = (await checkLedger(db)).filter((rule) => rule.broken.length > 0)
      expect(broken).toEqual([])
    },
    { auto: true },
  ],
  openOrder: async ({ page, shopper, squareShop }, use) =>
    use(async (wishes = {}, ...slugs) => {
      const order = await shopper.placeOrder(...(slugs.length > 0 ? slugs : [await squareShop.piece()]))
      await setSdkBehavior(page, wishes)
      await shopper.signIn(page)
      await page.goto(`/order/${order._id}`)
      return order
    }),
})

/** Serves the fake SDK in place of Square's script. */
export const serveSdk = (context: BrowserContext) =>
  context.route(SQUARE, (route) => route.fulfill({ path: SDK, contentType: 'text/javascript' }))

export const setSdkBehavior = (page: Page, wishes: SdkBehavior) =>
  page.addInitScript((all) => Object.assign(window, { squareWishes: all }), wishes)

async function openSquareShop() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-square-'))
  const cluster = await startEmbedded(join(folder, 'postgres'), { durable: false })
  const simulator = await startSimulatorProcess(cluster.url)
  const running = await startShop({
    ...simulator.env,
    DATA_DIR: folder,
    DATABASE_URL: cluster.url,
    DEMO: '0',
    // Makes all shoppers of a journey call from one address of their own.
    RATE_LIMITS: 'off',
  })
  const db = openDatabase(cluster.url)
  await insertSettings(db, TRADING_SETTINGS)
  /** Puts a new product on sale and returns its slug. */
  const piece = async (fields: Parameters<typeof product>[1] = {}) => (await product(db, fields)).slug
  return {
    shop: {
      url: running.url,
      db,
      /** The folder of its emails. */
      outbox: join(folder, 'outbox'),
      simulator,
      piece,
      /** The output of the shop's process. */
      output: running.output,
      tablesWith: (isIn: (row: string) => boolean) => tablesWith(db, isIn),
    },
    async close() {
      await db.$client.end()
      await running.stop()
      await simulator.stop()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The names of the tables that have a row with this text. */
async function tablesWith(db: Database, isIn: (row: string) => boolean): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const findings: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t`)
    if (rows.some(({ row }) => isIn(row))) findings.push(name)
  }
  return findings
}

export const GOOD_CARD = { number: '4111 1111 1111 1111', expiry: '12/30', cvv: '111', zip: '94103' }

/** Fills the fake card fields. */
export async function fillCard(page: Page, card: Partial<typeof GOOD_CARD> = {}) {
  for (const [name, text] of Object.entries({ ...GOOD_CARD, ...card }))
    await page.locator(`[name="${name}"]`).fill(text)
}

/** Fills the fake card fields and presses Pay. */
export async function payWith(page: Page, card: Partial<typeof GOOD_CARD> = {}) {
  await fillCard(page, card)
  await payButton(page).click()
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** Pays through the API, as from another device. */
export async function payByCall(page: Page, { token }: Shopper, order: OpenedOrder) {
  const answer = await page.request.post('/api/orders/processSquare', {
    headers: { authorization: `Bearer ${token}` },
    data: { price: Math.round(order.totalPrice * 100), sourceId: 'cnon:card-nonce-ok', orderId: order._id },
  })
  expect(answer.status()).toBe(200)
}

/** The statuses of the card service's payments for an order. */
export async function paymentsFor(simulator: SquareShop['simulator'], { _id }: OpenedOrder) {
  const payments = await simulator.payments()
  return payments.filter(({ reference_id }) => reference_id === _id).map(({ status }) => status)
}
