import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startShop } from '#scripts/start-shop.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { orderVerifyLog } from '#server/shop/schema/orders.ts'
import { coupon, image, product, textPage, user } from '#server/testing/factories.ts'
import { isLong } from '#server/testing/torture.ts'
import { test as everyday, expect } from './fixtures.ts'
import { PAYLOADS } from './payloads.ts'

type PoisonedShop = { url: string; db: Database }

/** A shop of its own in which nearly every text is an XSS payload. */
const test = everyday.extend<object, { poisoned: PoisonedShop }>({
  poisoned: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'boutique-xss-'))
      const cluster = await startEmbedded(join(folder, 'postgres'), { durable: false })
      const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: cluster.url, DEMO: '0' })
      const db = openDatabase(cluster.url)
      await use({ url: shop.url, db })
      await db.$client.end()
      await shop.stop()
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ poisoned }, use) => use(poisoned.url),
  // The browser lists missing pages as failed loads, and reports a blocked script in another message.
  expectedFailures: [/status of 4\d\d/],
})

/**
 * Fails when a script runs or the policy had to block one. The console check of the base test also reports the latter.
 */
async function watchPage(page: Page) {
  const runs: string[] = []
  await page.exposeFunction('canary', () => runs.push(page.url()))
  await page.exposeFunction('violated', (what: string) => runs.push(`${what} on ${page.url()}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      (window as unknown as { violated(what: string): void }).violated(
        `${violatedDirective}: ${blockedURI} by ${sourceFile}:${lineNumber}`,
      ),
    )
  })
  page.on('dialog', (dialog) => void dialog.dismiss())
  return {
    visit: async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await page.waitForFunction(() => document.readyState === 'complete')
      expect(runs, path).toEqual([])
    },
    quiet: () => expect(runs, page.url()).toEqual([]),
  }
}

/** All payloads in the long form; in the short form `count` of them, evenly spread. */
const some = (count: number) =>
  isLong
    ? PAYLOADS
    : Array.from(
        { length: count },
        (_, at) => PAYLOADS[Math.floor((at * PAYLOADS.length) / count + at) % PAYLOADS.length] ?? '',
      )

const at = (payloads: string[], place: number) => payloads[place % payloads.length] ?? ''

test('no stored text runs as a script on a page', { tag: ['@X1', '@X2'] }, async ({ page, poisoned }) => {
  test.setTimeout(isLong ? 1_800_000 : 240_000)
  const { db } = poisoned
  const payloads = some(6)
  const pieces: string[] = []
  for (const [place, payload] of payloads.entries()) {
    const piece = await product(db, {
      name: payload,
      description: `<p>${at(payloads, place + 1)}</p>`,
      color: at(payloads, place + 2),
      sku: at(payloads, place + 3),
      slug: `${place}-${payload}`,
      category: at(payloads, place % 6),
      featured: true,
    })
    await image(db, piece.id, { alt: payload, placeholder: payload })
    pieces.push(piece.id)
    // A link's text and address, on the page and on every page that links it.
    const body = [payload, `[${payload}](${payload})`, `![${payload}](<${payload}>)`, `## ${payload}`].join('\n\n')
    await textPage(db, { slug: `page-${place}`, title: payload, body, place: place < 3 ? 'header' : 'footer' })
  }
  const { visit, quiet } = await watchPage(page)
  for (const path of [
    '/',
    '/shop',
    ...payloads.map((_, place) => `/pages/page-${place}`),
    ...Array.from({ length: Math.floor((payloads.length - 1) / 12) }, (_, n) => `/shop/page/${n + 2}`),
  ])
    await visit(path)
  for (const [place, id] of pieces.entries()) {
    await visit(`/products/${id}`)
    await visit(`/products/${encodeURIComponent(`${place}-${at(payloads, place)}`)}`)
    await visit(`/category/${encodeURIComponent(at(payloads, place % 6))}`)
    if (place % 6) continue
    // A cart, and an order of a user whose name is a payload.
    await page.goto(`/products/${id}`)
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await expect(page).toHaveURL(/\/cart\/?$/)
    quiet()
    await visitOrder(page, poisoned, { piece: id, payload: at(payloads, place), other: at(payloads, place + 5) })
    quiet()
  }
})

type PoisonedTexts = { piece: string; payload: string; other: string }

/** Opens every page of a signed-in user whose name, address, coupon and change log are payloads. */
async function visitOrder(page: Page, { db, url }: PoisonedShop, { piece, payload, other }: PoisonedTexts) {
  const { user: ann, token } = await user(db, { name: payload })
  const { code } = await coupon(db, { code: other.slice(0, 60) + Math.random() })
  const shippingAddress = {
    address: payload,
    city: other,
    state: 'CO',
    postalCode: '80202',
    country: payload.slice(0, 60),
  }
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      orderItems: [{ product: piece, qty: 1 }],
      shippingAddress,
      paymentMethod: 'Square',
      ...(code.length <= 60 ? { code } : {}),
    }),
  })
  expect(response.status, await response.clone().text()).toBe(201)
  const order = await response.json()
  await db.insert(orderVerifyLog).values({ orderId: order._id, item: payload })
  const info = { _id: ann.id, name: payload, email: ann.email, isAdmin: false, isAPI: false, token }
  await page.evaluate(
    ([userInfo, address]) => {
      localStorage.setItem('userInfo', JSON.stringify(userInfo))
      localStorage.setItem('shippingAddress', JSON.stringify(address))
      localStorage.setItem('paymentMethod', JSON.stringify('Square'))
    },
    [info, shippingAddress] as const,
  )
  for (const path of [`/order/${order._id}`, '/profile', '/shipping', '/payment', '/placeorder']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('main')).toContainText(payload.slice(0, 20))
  await page.getByLabel('Code', { exact: true }).fill(payload)
  await page.getByRole('main').getByRole('button', { name: 'Apply Code', exact: true }).click()
  await expect(page.getByText('Invalid Coupon Code!')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
}

test('no text of an address runs as a script on a page', { tag: ['@X3'] }, async ({ page }) => {
  test.setTimeout(isLong ? 1_800_000 : 240_000)
  const { visit, quiet } = await watchPage(page)
  for (const payload of some(6)) {
    const text = encodeURIComponent(payload)
    for (const path of [
      `/search/${text}`,
      `/search?text=${text}`,
      `/category/${text}`,
      `/shop/page/${text}`,
      `/products/${text}`,
      `/login?redirect=${text}`,
      `/register?redirect=${text}`,
      `/${text}`,
      `/shop?${text}=${text}#${text}`,
    ])
      await visit(path)
  }
  await page.goto('/login?redirect=javascript:canary()')
  await page.getByLabel('Email Address').fill('"><img src=x onerror=canary()>@x')
  await page.getByLabel('Password').fill('<script>canary()</script>')
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  quiet()
})
