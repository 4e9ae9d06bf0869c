import { randomUUID } from 'node:crypto'
import { TEXT } from '#contract/texts.ts'
import type { Page } from './page.ts'
import type { Arrival } from './proxy.ts'

type Journey = {
  name: string
  /** How the scripts of the shop arrive; at once by default. */
  scripts?: Arrival
  run(page: Page): Promise<unknown>
}

const PHONE = [390, 844] as const
const DESKTOP = [1440, 900] as const
/** The product that is bought, of which there is enough for every engine. The others stay in stock. */
const BOUGHT_PATTERN = /Dusty Rose Satin Bow/
const IN_STOCK = '/products/oatmeal-drip-mug'
const OPEN_DIALOG = 'dialog[open]'
const OPEN_DIALOGS = `document.querySelectorAll('${OPEN_DIALOG}').length`
/** The name of the link to the cart, with its number of units. */
const cartWith = (units: string) => new RegExp(`Cart\\s*${units}`)

/** What works in every engine. Each journey is a visit of its own. */
export const JOURNEYS: Journey[] = [
  { name: 'menu, search, gallery, cart, registration, checkout and payment', run: buy },
  { name: 'list filters change the list in place, and Back undoes them', run: filter },
  { name: 'scripts that are 3 s late: what is pressed before works', scripts: 'late', run: pressEarly },
  {
    name: 'scripts at random times: the header has user and cart, the page works',
    scripts: 'outOfOrder',
    run: addAndReturn,
  },
  {
    name: 'scripts that never arrive: reading, search, sorting, filters and the form of a product work',
    scripts: 'never',
    run: goWithoutScripts,
  },
]

async function buy(page: Page) {
  await page.resize(...PHONE)
  await page.open('/')
  await page.until('innerWidth', PHONE[0])
  await page.expectAccessible()
  await page.press('button', 'Menu')
  await page.see('link', 'Contact', OPEN_DIALOG)
  await page.expectAccessible()
  await page.escape()
  await page.until(OPEN_DIALOGS, 0)
  await search(page)
  await lookAtPhotos(page)
  await addToCart(page, 2)
  await page.seeText(/Subtotal \(2 items\)/)
  await page.see('link', cartWith('2 items'), 'header')
  await page.expectAccessible()
  await page.open('/shop')
  await page.see('link', cartWith('2 items'), 'header')
  await page.open('/cart')
  await page.press('link', TEXT.proceedToCheckout)
  await register(page)
  await ship(page)
  await pay(page)
  await page.resize(...DESKTOP)
  await page.open('/')
  await page.see('button', 'Ada Turner', 'header')
  await page.expectAccessible()
}

async function search(page: Page) {
  await page.press('button', 'Search', 'header')
  await page.fill('Search for', 'dusti rose', OPEN_DIALOG)
  await page.see('option', BOUGHT_PATTERN)
  await page.expectAccessible()
  await page.press('option', BOUGHT_PATTERN)
  await page.arrive(/^\/products\/dusty-rose-satin-bow$/)
}

async function lookAtPhotos(page: Page) {
  await page.seeText(/1 \/ 2/)
  await page.expectAccessible()
  await page.press('link', 'Photo 2 of 2')
  await page.seeText(/2 \/ 2/)
  await page.press('link', /^Enlarge/)
  await page.see('button', /^Zoom in:/, OPEN_DIALOG)
  await page.expectAccessible()
  await page.escape()
  await page.until(OPEN_DIALOGS, 0)
}

async function addToCart(page: Page, qty: number) {
  await page.choose('Quantity', String(qty))
  await page.press('button', TEXT.addToCart, 'main')
  await page.arrive(/^\/cart\/?$/)
}

async function register(page: Page) {
  await page.arrive(/^\/login\?redirect=shipping$/)
  await page.press('link', TEXT.register, 'main')
  // The page before stays a moment longer than its address, and has fields with the same names.
  await page.arrive(/^\/register\?/)
  await page.see('button', TEXT.register, 'main')
  await page.fill('Name', 'Ada Turner')
  await page.fill(TEXT.emailAddress, `ada-${randomUUID()}@shopper.example`)
  await page.fill(TEXT.password, 'a long enough secret')
  await page.fill(TEXT.confirmPassword, 'a long enough secret')
  await page.press('checkbox', 'I am not a robot')
  await page.seeText(/Checked/)
  await page.expectAccessible()
  await page.press('button', TEXT.register, 'main')
  await page.arrive(/^\/shipping$/)
  await page.see('button', TEXT.continue)
}

async function ship(page: Page) {
  await page.fill('Address', '12 Orchard Lane')
  await page.fill('City', 'Madison')
  await page.choose('State', 'WI')
  await page.fill('Postal Code', '53703')
  await page.expectAccessible()
  await page.press('button', TEXT.continue)
  await page.arrive(/^\/placeorder$/)
}

async function pay(page: Page) {
  await page.see('button', TEXT.proceedToCheckout, 'main')
  await page.expectAccessible()
  await page.press('button', TEXT.proceedToCheckout, 'main')
  await page.arrive(/^\/order\/[0-9a-f-]{36}$/)
  await page.fill('Card number', '4111 1111 1111 1111')
  await page.fill('Expiry', '12/30')
  await page.fill('CVV', '111')
  await page.fill('ZIP code', '53703')
  await page.expectAccessible()
  await page.press('button', /^Pay \$/)
  await page.seeText(/Thank you, Ada! Your order is confirmed\./)
  await page.expectAccessible()
}

const FIRST_PRODUCT = `document.querySelector('main li a[href^="/products/"]').getAttribute('href')`

async function filter(page: Page) {
  await page.resize(...PHONE)
  await page.open('/shop')
  const newest = await page.run<string>(FIRST_PRODUCT)
  await page.run('(window.isSameDocument = true)')
  await page.choose('Sort', 'price')
  await page.arrive(/^\/shop\?sort=price$/)
  await page.until(`${FIRST_PRODUCT} !== ${JSON.stringify(newest)}`, true)
  await page.expectAccessible()
  await page.back()
  await page.arrive(/^\/shop$/)
  await page.until(FIRST_PRODUCT, newest)
  await page.until('window.isSameDocument', true)
}

/** The menu opens and closes, the product's form adds to the cart by itself, and the list sends its filters. */
async function pressEarly(page: Page) {
  await page.resize(...PHONE)
  await page.open('/')
  await page.press('button', 'Menu')
  await page.press('button', 'Close menu', OPEN_DIALOG)
  await page.until(OPEN_DIALOGS, 0)
  await page.press('button', 'Menu')
  await page.press('link', 'Shop', OPEN_DIALOG)
  await page.arrive(/^\/shop$/)
  await page.choose('Sort', 'price')
  await page.arrive(/^\/shop\?sort=price$/)
  await page.open(IN_STOCK)
  await addToCart(page, 2)
  await page.seeText(/Subtotal \(2 items\)/)
  await page.see('link', cartWith('2 items'), 'header')
}

async function addAndReturn(page: Page) {
  await page.resize(...DESKTOP)
  await page.open('/login?redirect=shipping')
  await register(page)
  await page.open(IN_STOCK)
  await page.choose('Quantity', '2')
  await page.hydrated()
  await page.press('button', TEXT.addToCart, 'main')
  await page.arrive(/^\/cart\/?$/)
  await page.open('/shop')
  await page.see('link', cartWith('2 items'), 'header')
  await page.see('button', 'Ada Turner', 'header')
  await page.open(IN_STOCK)
  await page.hydrated()
  await page.press('link', /^Enlarge/)
  await page.see('button', /^Zoom in:/, OPEN_DIALOG)
}

async function goWithoutScripts(page: Page) {
  await page.resize(...DESKTOP)
  await page.open('/')
  await page.press('link', 'Shop', 'header')
  await page.arrive(/^\/shop$/)
  await page.press('link', '2', 'main')
  await page.arrive(/^\/shop\/page\/2$/)
  await page.choose('Sort', 'price')
  await page.press('button', 'Sort', 'main')
  await page.arrive(/^\/shop\?.*sort=price/)
  await page.fill('To $', '20')
  await page.press('button', 'Show pieces', 'main')
  await page.arrive(/[?&]maxPrice=20/)
  await page.press('button', 'Search', 'header')
  await page.fill('Search for', 'mug ', OPEN_DIALOG)
  await page.press('button', 'Search', OPEN_DIALOG)
  await page.arrive(/^\/search\/mug$/)
  await page.press('link', /Zi Zinnia Mug/, 'main')
  await page.arrive(/^\/products\/zi-zinnia-mug$/)
  await page.expectAccessible()
  await page.choose('Quantity', '2')
  await page.press('button', TEXT.addToCart, 'main')
  await page.arrive(/^\/cart\/.*qty=2$/)
}
