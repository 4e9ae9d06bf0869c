// Writes a full-page screenshot of every screen, at the widths of a phone and of a desktop, into screens/.
// `npm run lab -- screens admin cart` takes only those with `admin` or `cart` in their names. Names faults that axe finds.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { RESET_TEXT } from '#contract/reset-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { violationsOf } from '#e2e/accessibility.ts'
import { ADMIN } from '#e2e/demo-shop.ts'
import { resetPath } from '#e2e/messages.ts'
import { waitForScripts } from '#e2e/scripts.ts'
import { addProducts } from '#e2e/shop.ts'
import { makeShopper, signedInAs } from '#e2e/shoppers.ts'
import { BROWSER_FLAGS, browserPath } from '#scripts/browser.ts'
import { startShop } from '#scripts/start-shop.ts'
import { ADMIN_SCREENSHOTS, type Screenshot, type Visit } from './admin-screens.ts'
import { PLAIN_SCREENSHOTS } from './plain-screens.ts'
import { PLAN_SCREENSHOTS } from './plan-screens.ts'
import { makePlanShop } from './plan-shop.ts'
import { SELLER_SCREENSHOTS } from './seller-screens.ts'

const FOLDER = 'screens'
const data = await mkdtemp(join(tmpdir(), 'boutique-screens-'))
const parts = process.argv.slice(2)
const WIDTHS = [390, 1440]
/** More than the bars of a seller's screen take. */
const BARS = 600
const SELLER = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
const PIECE = 'little-rainbow-keychain'
const ADDRESS = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

const press =
  (name: string) =>
  ({ page }: Pick<Visit, 'page'>) =>
    page.getByRole('button', { name, exact: true }).first().click()

const PICTURES: Screenshot[] = [
  ...ADMIN_SCREENSHOTS,
  ...PLAN_SCREENSHOTS,
  ...SELLER_SCREENSHOTS,
  ...PLAIN_SCREENSHOTS,
  { name: 'home', path: '/' },
  { name: 'search-modal', path: '/', show: press('Search') },
  { name: 'shop', path: '/shop' },
  { name: 'shop-last-page', path: '/shop/page/4' },
  { name: 'search', path: '/search/mug' },
  { name: 'search-nothing', path: '/search/spaceship' },
  { name: 'category', path: '/category/wine-stoppers' },
  { name: 'collection', path: '/collections/gifts-under-30' },
  { name: 'product', path: `/products/${PIECE}` },
  { name: 'product-photos', path: '/products/zi-zinnia-mug' },
  { name: 'contact', path: '/contact' },
  { name: 'cart-empty', path: '/cart' },
  { name: 'cart', path: '/cart', show: ({ page }) => fillCart(page) },
  { name: 'cart-removed', path: '/cart', show: removeFromCart },
  { name: 'login', path: '/login' },
  { name: 'login-errors', path: '/login', show: press(TEXT.signIn) },
  { name: 'register', path: '/register' },
  { name: 'register-errors', path: '/register', show: press(TEXT.register) },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'forgot-password-errors', path: '/forgot-password', show: press(RESET_TEXT.sendPasswordReset) },
  { name: 'forgot-password-sent', path: '/forgot-password', show: askForReset },
  { name: 'reset-password', path: '/', show: openReset },
  { name: 'reset-password-mismatch', path: '/', show: (visit) => setPassword(visit, 'a new secret', 'another') },
  { name: 'reset-password-common', path: '/', show: (visit) => setPassword(visit, 'password1') },
  { name: 'reset-password-done', path: '/', show: (visit) => setPassword(visit, 'a glazed cup by the sea') },
  { name: 'reset-password-invalid', path: '/reset-password/made-up' },
  { name: 'user-menu', path: '/', isSignedIn: true, show: openUserMenu },
  { name: 'profile-empty', path: '/profile', isSignedIn: true },
  { name: 'profile', path: '/profile', isSignedIn: true, show: placeAndReload },
  { name: 'your-data', path: '/your-data' },
  { name: 'shipping', path: '/shipping', isSignedIn: true },
  { name: 'shipping-errors', path: '/shipping', isSignedIn: true, show: press(TEXT.continue) },
  { name: 'payment', path: '/', isSignedIn: true, show: ({ page }) => checkOut(page, '/payment') },
  { name: 'placeorder', path: '/', isSignedIn: true, show: ({ page }) => checkOut(page, '/placeorder') },
  { name: 'placeorder-code', path: '/', isSignedIn: true, show: ({ page }) => applyCode(page, 'WELCOME5') },
  { name: 'placeorder-bad-code', path: '/', isSignedIn: true, show: ({ page }) => applyCode(page, 'nonsense') },
  { name: 'order', path: '/', isSignedIn: true, show: openOrder },
  { name: 'order-declined', path: '/', isSignedIn: true, show: (visit) => payOrder(visit, '4000 0000 0000 0002') },
  { name: 'order-paid', path: '/', isSignedIn: true, show: (visit) => payOrder(visit, '4111 1111 1111 1111') },
  { name: 'order-canceled', path: '/', isSignedIn: true, show: cancelOrder },
  { name: 'order-ask-to-cancel', path: '/', isSignedIn: true, show: askToCancel },
  { name: 'order-not-there', path: '/order/00000000-0000-7000-8000-000000000000', isSignedIn: true },
  { name: 'not-found', path: '/spaceships' },
  { name: 'product-not-found', path: '/products/spaceship' },
  { name: 'offline', path: '/offline' },
]

async function fillCart(page: Page) {
  await page.goto(`/cart/${PIECE}?qty=2`)
  await page.getByText('Subtotal (2 items)').waitFor()
}

async function removeFromCart({ page }: Visit) {
  await fillCart(page)
  await press('Remove Little Rainbow Keychain')({ page })
}

/** On a phone it is in the menu drawer. */
function openUserMenu({ page, isPhone }: Visit) {
  return press(isPhone ? 'Menu' : 'Grace Potter')({ page })
}

async function askForReset({ page, shopper }: Visit) {
  await page.goto('/forgot-password')
  await page.getByLabel(TEXT.emailAddress).fill(shopper.email)
  await press(RESET_TEXT.sendPasswordReset)({ page })
  await page.getByText('is on its way').waitFor()
}

async function openReset(visit: Visit) {
  await askForReset(visit)
  await visit.page.goto(await resetPath(visit.outbox, visit.shopper.email))
  await visit.page.getByLabel(RESET_TEXT.newPassword).waitFor()
}

async function setPassword(visit: Visit, password: string, confirm = password) {
  const { page } = visit
  await openReset(visit)
  await page.getByLabel(RESET_TEXT.newPassword).fill(password)
  await page.getByLabel(TEXT.confirmPassword).fill(confirm)
  await press(TEXT.signIn)({ page })
  await page.getByRole('main').getByRole('alert').or(page.getByRole('main').getByRole('status')).first().waitFor()
}

async function placeAndReload({ page, shopper }: Visit) {
  await shopper.placeOrder(PIECE)
  await page.reload()
}

async function checkOut(page: Page, path: string) {
  await fillCart(page)
  await page.evaluate((address) => {
    localStorage.setItem('shippingAddress', JSON.stringify(address))
    localStorage.setItem('paymentMethod', JSON.stringify('Square'))
  }, ADDRESS)
  await page.goto(path)
}

async function applyCode(page: Page, code: string) {
  await checkOut(page, '/placeorder')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: TEXT.applyCode }).click()
  await page.getByRole('main').getByRole('alert').or(page.getByText('is applied')).waitFor()
}

async function openOrder({ page, shopper }: Visit) {
  const order = await shopper.placeOrder(PIECE)
  await page.goto(`/order/${order._id}`)
  await page.getByLabel('Card number').waitFor()
}

async function cancelOrder({ page, shopper }: Visit) {
  const { _id } = await shopper.placeOrder(PIECE)
  await page.request.put(`/api/orders/${_id}/canceled`, { headers: { authorization: `Bearer ${shopper.token}` } })
  await page.goto(`/order/${_id}`)
}

async function askToCancel(visit: Visit) {
  await payOrder(visit, '4111 1111 1111 1111')
  await press('Ask to cancel')(visit)
}

async function payOrder(visit: Visit, card: string) {
  const { page } = visit
  await openOrder(visit)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12/30')
  await page.getByLabel('CVV').fill('111')
  await page.getByLabel('ZIP code').fill('53703')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page
    .getByText(TEXT.paidOn)
    .or(page.getByText(/declined/))
    .first()
    .waitFor()
}

type Shop = { url: string; outbox: string; longSlug?: string; stop(): Promise<unknown> }

/** Takes one screenshot in a browser context of its own, without the cart and session of the last one. */
async function take(browser: Browser, shop: Shop, picture: Screenshot, width: number) {
  const { name, path, isSignedIn, isAdmin, hasNoScripts, isLoading, show, part } = picture
  const isPhone = width < 991
  const viewport = { width, height: isPhone ? 844 : 900 }
  const context = await browser.newContext({
    ...{ baseURL: shop.url, viewport, reducedMotion: 'reduce', javaScriptEnabled: !hasNoScripts },
  })
  context.setDefaultTimeout(10_000)
  try {
    const page = await context.newPage()
    if (!hasNoScripts) waitForScripts(page)
    const shopper = await makeShopper(context.request)
    if (isSignedIn) await shopper.signIn(page)
    const admin = await signedInAs(context.request, ADMIN)
    if (isAdmin) await admin.signIn(page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await show?.({ page, isPhone, shopper, adminToken: admin.token, outbox: shop.outbox, longSlug: shop.longSlug })
    if (!hasNoScripts && !isLoading) await settle(page)
    const file = join(FOLDER, `${name}-${width}.png`)
    if (part) await screenshotOf(part(page), width, file)
    else await page.screenshot({ path: file, fullPage: true })
    // axe is a script.
    return hasNoScripts ? [] : await faultsOf(page)
  } finally {
    await context.close()
  }
}

/** A screenshot of a part of a page, in a window so tall that no bar lies over the part. */
async function screenshotOf(part: Locator, width: number, file: string) {
  const { height = 0 } = (await part.boundingBox()) ?? {}
  await part.page().setViewportSize({ width, height: Math.ceil(height) + BARS })
  await part.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await part.screenshot({ path: file })
}

/** What axe finds on the page, and whether it is wider than the window. */
async function faultsOf(page: Page) {
  const found = await violationsOf(page)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  return isWide ? [...found, 'wider than the window'] : found
}

/** Scrolls through the page, which loads photos and paints lower parts only when they come near. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    for (const photo of document.images) photo.loading = 'eager'
    for (const part of document.querySelectorAll<HTMLElement>('.below-fold')) part.style.contentVisibility = 'visible'
    await Promise.all([...document.images].map((photo) => photo.decode().catch(() => {})))
    await document.fonts.ready
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
}

/** Takes all screenshots of a shop at one width, and returns the names of those that failed. */
async function takeAll(browser: Browser, shop: Shop, pictures: Screenshot[], width: number) {
  const failed: string[] = []
  for (const picture of pictures) {
    const name = `${picture.name}-${width}`
    try {
      const faults = await take(browser, shop, picture, width)
      console.log(`✓ ${name}`)
      for (const fault of faults) console.error(`✗ ${name}: ${fault}`)
      if (faults.length > 0) failed.push(name)
    } catch (error) {
      failed.push(name)
      console.error(`✗ ${name}: ${(error as Error).message}`)
    }
  }
  return failed
}

async function openShop(name: string, env: Record<string, string>): Promise<Shop> {
  const folder = join(data, name)
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', DEMO_ORDERS: '0', ...SELLER, ...env })
  await addProducts(shop.url, 900)
  return { url: shop.url, outbox: join(folder, 'outbox'), stop: () => shop.stop() }
}

async function openPlanShop() {
  const shop = await openShop('plan', {})
  return { ...shop, longSlug: await makePlanShop(shop.url) }
}

/** Opens a shop and takes its pictures; without any, it stays closed. Returns the names of those that failed. */
async function takeIn(browser: Browser, open: () => Promise<Shop>, pictures: Screenshot[]) {
  if (pictures.length === 0) return []
  const shop = await open()
  try {
    return (await Promise.all(WIDTHS.map((width) => takeAll(browser, shop, pictures, width)))).flat()
  } finally {
    await shop.stop()
  }
}

const pictures = PICTURES.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER)
const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_FLAGS })
try {
  const isInDemo = ({ shop }: Screenshot) => shop === undefined
  const failed = [
    ...(await takeIn(browser, () => openShop('demo', { ROBOT_CHECK: 'altcha' }), pictures.filter(isInDemo))),
    ...(await takeIn(
      browser,
      openPlanShop,
      pictures.filter((picture) => !isInDemo(picture)),
    )),
  ]
  console.log(`${pictures.length * WIDTHS.length} pictures in ${FOLDER}/, ${failed.length} failed or with faults`)
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await rm(data, { recursive: true, force: true })
}
