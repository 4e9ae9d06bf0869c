import { expect, onTestFinished, test, vi } from 'vitest'
import type { UserInfo } from '#contract/users.ts'
import { runs } from '#server/testing/torture.ts'
import { sessionEnded, signedIn, signedOut } from '#web/lib/sessionSlice.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { itemAdded, itemRemoved, itemsRefreshed } from '#web/shop/visitor/cartSlice.ts'
import { syncWithStorage } from '#web/shop/visitor/storage.ts'
import { makeVisitorStore } from '#web/shop/visitor/visitor.ts'
import { openBrowser } from '#web/testing/tabs.ts'
import { isBought, linesElsewhere, linesToStore, type Purchase, type StoredLine } from '../saved-lines.ts'
import { keepCart, type SaveCart } from './keep-cart.ts'

const person = (name: string): UserInfo => ({
  ...{ _id: name, name, email: `${name}@shop.example`, isAdmin: false, isAPI: false, token: `${name}-1` },
})

const cartItem = (product: string, qty = 1, engraving?: string): CartItem => ({
  ...{ product, name: product, image: '/placeholder.svg', price: 550, qtyAvail: 9, qty },
  ...(engraving && { answers: [{ key: 'engraving', label: 'Engraving', answer: engraving, price: 0 }] }),
})

/** A sequence of numbers from 0 to 1 that is the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** The saved carts of the accounts, by the rules of the shop. */
function openShop() {
  const carts = new Map<string, Map<string, StoredLine[]>>()
  const purchases = new Map<string, Purchase[]>()
  const save: SaveCart = async (device, { items }, token) => {
    const user = token.split('-')[0] ?? ''
    const ofUser = carts.get(user) ?? new Map<string, StoredLine[]>()
    const bought = purchases.get(user) ?? []
    carts.set(user, ofUser)
    const own = linesToStore(items, ofUser.get(device) ?? [], new Date().toISOString())
    const others = [...ofUser].filter(([other]) => other !== device).map(([, lines]) => lines)
    if (own.length > 0) ofUser.set(device, own)
    else ofUser.delete(device)
    const named = (lines: StoredLine[]) => lines.map(({ at: _, ...line }) => ({ ...line, name: line.product }))
    return {
      items: named(
        linesElsewhere(
          others.map((lines) => lines.filter((line) => !isBought(line, bought))),
          items,
        ),
      ),
      bought: named(own.filter((line) => isBought(line, bought))),
    }
  }
  const pay = (user: string, product: string) =>
    purchases.set(user, [...(purchases.get(user) ?? []), { product, at: new Date().toISOString() }])
  return { carts, save, pay }
}

type Browser = ReturnType<typeof openBrowser>

let devices = 0

/** The cart's page in a tab of its own. */
function openCart(browser: Browser, save: SaveCart) {
  const tab = browser.openTab()
  const store = makeVisitorStore()
  const stopStore = syncWithStorage(store, tab)
  const keeper = keepCart(store, { tab, save, newDevice: () => `device-${++devices}` })
  return {
    keeper,
    dispatch: store.dispatch,
    items: () => store.getState().cart.cartItems.map(({ product, qty }) => `${qty} ${product}`),
    products: () => store.getState().cart.cartItems.map(({ product }) => product),
    offered: () => keeper.others().items.map(({ product, qty }) => `${qty} ${product}`),
    bought: () => keeper.others().bought.map(({ product }) => product),
    /** As *Add to cart* does, but for the look at today's price. */
    add() {
      const { items } = keeper.others()
      for (const { product, qty, answers } of items)
        store.dispatch(itemAdded(cartItem(product, qty, answers?.engraving)))
      keeper.answer(items)
    },
    stop() {
      keeper.stop()
      stopStore()
    },
  }
}

function fakeClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets all tabs hear of each other and of the shop. */
async function settle(...browsers: Browser[]) {
  for (let turn = 0; turn < 2; turn++) {
    for (const browser of browsers) browser.settle()
    await vi.advanceTimersByTimeAsync(3_000)
  }
}

/** A phone and a laptop with the cart open, and Ada signed in at both. */
async function openDevices() {
  fakeClock()
  const shop = openShop()
  const browsers = [openBrowser(), openBrowser()] as const
  const open = (browser: Browser) => openCart(browser, shop.save)
  const [phone, laptop] = [open(browsers[0]), open(browsers[1])]
  for (const { dispatch } of [phone, laptop]) dispatch(signedIn(person('ada')))
  const rest = () => settle(...browsers)
  await rest()
  /** A look at the cart anew. */
  const reopen = async (place: 0 | 1) => {
    const page = open(browsers[place])
    await rest()
    return page
  }
  return { ...shop, phone, laptop, rest, reopen, browsers }
}

test('what the phone has is offered on the laptop, and comes into its cart by a press alone', async () => {
  const { phone, laptop, rest, reopen } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen', 2, 'Ada')))
  phone.dispatch(itemAdded(cartItem('mug')))
  await rest()
  laptop.stop()
  const page = await reopen(1)
  expect([page.items(), page.offered()]).toEqual([[], ['2 pen', '1 mug']])
  page.add()
  expect([page.items(), page.offered()]).toEqual([['2 pen', '1 mug'], []])
  await rest()
  expect([phone.items(), (await reopen(0)).offered()]).toEqual([['2 pen', '1 mug'], []])
})

test('an offer that was answered does not come again, until the other device has it anew', async () => {
  const { phone, laptop, rest, reopen } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  const page = await reopen(1)
  page.keeper.answer(page.keeper.others().items)
  expect(page.offered()).toEqual([])
  laptop.stop()
  expect((await reopen(1)).offered()).toEqual([])
  phone.dispatch(itemRemoved('pen'))
  await rest()
  await reopen(1)
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  expect((await reopen(1)).offered()).toEqual(['1 pen'])
})

test('what is added from the other device and removed again is not offered again', async () => {
  const { phone, rest, reopen } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  const page = await reopen(1)
  page.add()
  await rest()
  page.dispatch(itemRemoved('pen'))
  await rest()
  expect((await reopen(1)).offered()).toEqual([])
})

test.for([
  ['in the tab of the cart', 0],
  ['in another tab', 1],
] as const)('a sign-out %s loses nothing: after the next sign-in the cart is offered', async ([, place]) => {
  const { phone, rest, reopen, carts } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  const other = await reopen(0)
  const tab = [phone, other][place] ?? phone
  tab.dispatch(signedOut())
  await rest()
  expect([phone.items(), phone.offered()]).toEqual([[], []])
  tab.dispatch(itemAdded(cartItem('mug')))
  await rest()
  tab.dispatch(signedIn(person('ada')))
  await rest()
  for (const page of [phone, other]) expect([page.items(), page.offered()]).toEqual([['1 mug'], ['1 pen']])
  expect([...(carts.get('ada')?.values() ?? [])].map((lines) => lines.map(({ product }) => product))).toEqual([
    ['pen'],
    ['mug'],
  ])
})

test('a sign-out and a sign-in while no page follows the cart lose nothing', async () => {
  const { phone, rest, reopen, browsers } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  phone.stop()
  const profile = makeVisitorStore()
  const stop = syncWithStorage(profile, browsers[0].openTab())
  profile.dispatch(signedOut())
  profile.dispatch(signedIn(person('ada')))
  stop()
  expect((await reopen(0)).offered()).toEqual(['1 pen'])
})

test('a session that ends keeps the cart as it was, for the same person', async () => {
  const { phone, rest, carts } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  phone.dispatch(sessionEnded())
  phone.dispatch(itemAdded(cartItem('mug')))
  await rest()
  expect([...(carts.get('ada')?.values() ?? [])].flat()).toHaveLength(1)
  phone.dispatch(signedIn({ ...person('ada'), token: 'ada-2' }))
  await rest()
  expect([phone.items(), phone.offered(), carts.get('ada')?.size]).toEqual([['1 pen', '1 mug'], [], 1])
})

test('somebody else at the same browser sees nothing of it', async () => {
  const { phone, rest } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  phone.dispatch(signedIn(person('bob')))
  await rest()
  expect([phone.items(), phone.offered()]).toEqual([[], []])
})

test('what is paid for on one device is no longer offered, and the other one is told', async () => {
  const { phone, laptop, rest, reopen, pay } = await openDevices()
  phone.dispatch(itemAdded(cartItem('pen')))
  await rest()
  const page = await reopen(1)
  page.add()
  await rest()
  pay('ada', 'pen')
  page.dispatch(itemsRefreshed([]))
  await rest()
  expect((await reopen(1)).offered()).toEqual([])
  laptop.stop()
  const later = await reopen(0)
  expect([later.items(), later.bought()]).toEqual([['1 pen'], ['pen']])
  later.keeper.answer(later.keeper.others().bought)
  expect([later.items(), later.bought(), (await reopen(0)).bought()]).toEqual([['1 pen'], [], []])
})

test.for([
  ['damaged', '{'],
  ['of another shape', '{"user":7,"device":{},"lines":"pen","answered":[1]}'],
  ['of somebody else', '{"user":"bob","device":"device-0","lines":["x"],"answered":["y"]}'],
])('a record that is %s makes a new device of the browser', async ([, record = '']) => {
  fakeClock()
  const { carts, save } = openShop()
  const browser = openBrowser({ savedCart: record })
  const page = openCart(browser, save)
  page.dispatch(signedIn(person('ada')))
  page.dispatch(itemAdded(cartItem('pen')))
  await settle(browser)
  expect([...(carts.get('ada') ?? [])]).toMatchObject([[`device-${devices}`, [{ product: 'pen', qty: 1 }]]])
})

test('a shop that cannot be reached leaves the cart alone, and hears of it with the next change', async () => {
  fakeClock()
  const { carts, save } = openShop()
  let isDown = true
  const browser = openBrowser()
  const page = openCart(browser, (...sent) => (isDown ? Promise.reject(new Error('down')) : save(...sent)))
  page.dispatch(signedIn(person('ada')))
  page.dispatch(itemAdded(cartItem('pen')))
  await settle(browser)
  isDown = false
  page.dispatch(itemAdded(cartItem('mug')))
  await settle(browser)
  expect([...(carts.get('ada')?.values() ?? [])].flat()).toHaveLength(2)
})

test('two devices and three tabs lose no piece of a cart and double none, in any order', async () => {
  fakeClock()
  const programs = runs(30, 1_500)
  let changes = 0
  for (let seed = 1; seed <= programs; seed++) changes += await runProgram(randomFrom(seed), `program ${seed}`)
  expect(changes).toBeGreaterThan(programs * 6)
})

/** A cart of Ada's: that of a device now, or one that a sign-out has left. */
type Cart = Set<string>

async function runProgram(random: () => number, name: string) {
  const below = (limit: number) => Math.floor(random() * limit)
  const { save, pay } = openShop()
  const places = [3, 2].map((tabs) => {
    const browser = openBrowser({}, random)
    return {
      browser,
      pages: Array.from({ length: tabs }, () => openCart(browser, save)),
      isIn: false,
      cart: new Set<string>() as Cart,
      /** What was offered here and put aside, or added and removed again. */
      answered: new Set<string>(),
    }
  })
  const left: Cart[] = []
  const rest = () => settle(...places.map(({ browser }) => browser))
  let changes = 0
  for (let round = 0; round < 10; round++) {
    const place = places[below(2)] ?? places[0]
    if (!place) break
    const { pages } = place
    const page = pages[below(pages.length)] ?? pages[0]
    const kind = below(8)
    if (kind === 0 && place.isIn) {
      page?.dispatch(signedOut())
      left.push(place.cart)
      Object.assign(place, { isIn: false, cart: new Set(), answered: new Set(place.answered) })
    } else if (kind <= 1) {
      page?.dispatch(signedIn(person('ada')))
      place.isIn = true
    } else if (kind === 2) {
      // The visit of a page without the cart, which nobody follows there.
      place.pages[0]?.stop()
    } else if (kind === 3 && place.isIn) {
      await visit(place, save, rest)
      const looked = place.pages[0]
      for (const { product } of looked?.keeper.others().items ?? []) place.cart.add(product)
      looked?.add()
    } else if (kind === 4 && place.isIn) {
      await visit(place, save, rest)
      const looked = place.pages[0]
      const { items = [] } = looked?.keeper.others() ?? {}
      for (const { product } of items) place.answered.add(product)
      looked?.keeper.answer(items)
    } else if (kind === 5 && place.isIn && place.cart.size > 0) {
      const [product = ''] = place.cart
      pay('ada', product)
      page?.dispatch(itemRemoved(product))
      for (const cart of [...left, place.cart]) cart.delete(product)
      // The other device still has it, and is told.
      for (const other of places) if (other !== place && other.isIn) await removeBought(other, save, rest, product)
    } else {
      const changed = pages
        .slice(below(pages.length))
        .map((tab) => ({ tab, product: `piece ${below(5)}`, qty: below(3) }))
      for (const { tab, product, qty } of changed)
        tab.dispatch(qty ? itemAdded(cartItem(product, qty)) : itemRemoved(product))
      const before = new Set(place.cart)
      for (const { product, qty } of changed) {
        if (qty) place.cart.add(product)
        else {
          place.cart.delete(product)
          if (before.has(product)) place.answered.add(product)
        }
      }
      changes += changed.length
      await rest()
      // Where tabs wanted different things of one piece at once, either may stand.
      for (const [product, several] of Map.groupBy(changed, ({ product }) => product))
        if (new Set(several.map(({ qty }) => qty > 0)).size > 1) {
          if (page?.products().includes(product)) place.cart.add(product)
          else place.cart.delete(product)
        }
    }
    await rest()
    for (const one of places) {
      await visit(one, save, rest)
      for (const tab of one.pages) {
        const products = tab.products()
        expect(new Set(products).size, `${name}, round ${round}: nothing twice`).toBe(products.length)
        expect(products.toSorted(), `${name}, round ${round}: the cart is what was put there`).toEqual(
          [...one.cart].toSorted(),
        )
      }
      const offered = one.pages[0]?.keeper.others().items.map(({ product }) => product) ?? []
      if (!one.isIn) expect(offered, `${name}, round ${round}`).toEqual([])
      else
        expectAllThere(
          one,
          [...left, ...places.filter(({ isIn }) => isIn).map(({ cart }) => cart)],
          offered,
          `${name}, round ${round}`,
        )
    }
  }
  for (const { pages } of places) for (const page of pages) page.stop()
  return changes
}

type Place = { pages: ReturnType<typeof openCart>[]; browser: Browser; cart: Cart; answered: Set<string> }

/** All that Ada has in some cart is in this one, is offered, or was answered here. Nothing else is offered. */
function expectAllThere({ cart, answered }: Place, carts: Cart[], offered: string[], where: string) {
  const all = new Set(carts.flatMap((one) => [...one]))
  const lost = [...all].filter((product) => !cart.has(product) && !offered.includes(product) && !answered.has(product))
  expect(lost, `${where}: nothing is lost`).toEqual([])
  const invented = offered.filter((product) => !all.has(product) || cart.has(product))
  expect(invented, `${where}: nothing is offered that no cart has`).toEqual([])
}

/** Opens the cart's page anew in the first tab. */
async function visit(place: Place, save: SaveCart, rest: () => Promise<void>) {
  place.pages[0]?.stop()
  place.pages[0] = openCart(place.browser, save)
  await rest()
}

async function removeBought(place: Place, save: SaveCart, rest: () => Promise<void>, product: string) {
  await rest()
  await visit(place, save, rest)
  if (!place.cart.has(product)) return
  expect(place.pages[0]?.bought()).toContain(product)
  place.pages[0]?.dispatch(itemRemoved(product))
  place.cart.delete(product)
}
