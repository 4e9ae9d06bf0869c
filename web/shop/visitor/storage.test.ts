import { expect, onTestFinished, test, vi } from 'vitest'
import type { UserInfo } from '#contract/users.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { readDraft, saveDraft } from '#web/lib/drafts.ts'
import { sessionEnded, signedIn, signedOut } from '#web/lib/sessionSlice.ts'
import { openBrowser } from '#web/testing/tabs.ts'
import type { CartItem } from './cart.ts'
import {
  couponCodeSaved,
  itemAdded,
  itemRemoved,
  itemsRefreshed,
  paymentMethodSaved,
  shippingAddressSaved,
} from './cartSlice.ts'
import { isInStoredCart, syncWithStorage } from './storage.ts'
import { makeStore } from './store.ts'

const person = (name: string, token = `${name}-1`): UserInfo => ({
  _id: name,
  name,
  email: `${name}@shop.example`,
  isAdmin: false,
  isAPI: false,
  token,
})
const cartItem = (product: string, qty = 1): CartItem => ({
  product,
  name: product,
  image: '/placeholder.svg',
  price: 550,
  qtyAvail: 9,
  qty,
})
const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' } as const

/** A sequence of numbers from 0 to 1 that is the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

type Browser = ReturnType<typeof openBrowser>
type State = ReturnType<ReturnType<typeof openShop>['state']>

/** The shop in a new tab of that browser. */
function openShop(browser: Browser, ownStorage?: Map<string, string>) {
  const store = makeStore(async () => [])
  const stop = syncWithStorage(store, browser.openTab(ownStorage))
  const { dispatch, getState } = store
  return {
    dispatch,
    stop,
    state: () => ({ ...getState().cart, user: getState().session.user }),
    items: () => getState().cart.cartItems.map(({ product, qty }) => `${qty} ${product}`),
  }
}

function openTabs(count: number, initialState: Record<string, unknown> = {}, random = randomFrom(1)) {
  const texts = Object.entries(initialState).map(([key, value]) => [key, JSON.stringify(value)] as const)
  const browser = openBrowser(Object.fromEntries(texts), random)
  const tabs = Array.from({ length: count }, () => openShop(browser))
  return { browser, tabs: tabs as [ReturnType<typeof openShop>, ReturnType<typeof openShop>, ...typeof tabs] }
}

test('restoring saves nothing, and a change saves what it changes alone', () => {
  const { browser, tabs } = openTabs(2, { userInfo: person('ada'), cartItems: [], shippingAddress: 'damaged' })
  expect(browser.settle()).toBe(0)
  tabs[0].dispatch(itemAdded(cartItem('pen')))
  browser.settle()
  expect(JSON.parse(browser.disk.get('cartItems') ?? '')).toEqual([{ ...cartItem('pen'), price: 5.5 }])
  expect(browser.disk.get('shippingAddress')).toBe('"damaged"')
  expect(browser.disk.has('paymentMethod')).toBe(false)
  expect(tabs[1].items()).toEqual(['1 pen'])
})

test('what two tabs add without having heard of each other is in both carts', () => {
  const { browser, tabs } = openTabs(3)
  tabs[0].dispatch(itemAdded(cartItem('pen')))
  tabs[1].dispatch(itemAdded(cartItem('mug')))
  browser.settle()
  for (const tab of tabs) expect(tab.items().toSorted()).toEqual(['1 mug', '1 pen'])
})

test('a sign-in, a fresh token and a logout reach the other tab', () => {
  const { browser, tabs } = openTabs(2)
  tabs[0].dispatch(itemAdded(cartItem('pen')))
  tabs[0].dispatch(signedIn(person('ada')))
  browser.settle()
  expect(tabs[1].state()).toMatchObject({ user: person('ada'), cartItems: [cartItem('pen')], cartOwner: 'ada' })
  tabs[1].dispatch(signedIn(person('ada', 'ada-2')))
  browser.settle()
  expect(tabs[0].state().user?.token).toBe('ada-2')
  tabs[0].dispatch(signedOut())
  browser.settle()
  expect(tabs[1].state()).toMatchObject({ user: null, cartItems: [], cartOwner: null })
  expect(browser.disk.has('userInfo')).toBe(false)
})

test.for([
  ['a sign-out', 'deleted', signedOut(), false],
  ['a session that ends', 'still there', sessionEnded(), true],
  ['the sign-in of another user', 'deleted', signedIn(person('bob')), false],
] as const)('drafts after %s, in this tab or another: %s', ([, , action, stays]) => {
  const { browser, tabs } = openTabs(2)
  tabs[0].dispatch(signedIn(person('ada')))
  browser.settle()
  for (const reach of [() => tabs[0].dispatch(action), browser.settle]) {
    saveDraft('code', 'ada', 'WELCOME5')
    reach()
    expect(readDraft('code', 'ada')).toBe(stays ? 'WELCOME5' : undefined)
  }
})

test.for([
  ['a sign-out deletes', signedOut(), ['desk-shared-photos']],
  ['a session that ends keeps', sessionEnded(), []],
] as const)('%s the photos that a phone has shared with the desk', ([, action, deletedCaches]) => {
  const names: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => names.push(name) })
  const { browser, tabs } = openTabs(1)
  tabs[0].dispatch(signedIn(person('ada')))
  browser.settle()
  tabs[0].dispatch(action)
  expect(names).toEqual(deletedCaches)
})

/** A checkout as far as it goes before the order is placed. */
function fill({ dispatch }: ReturnType<typeof openShop>) {
  dispatch(signedIn(person('ada')))
  dispatch(itemAdded(cartItem('pen')))
  dispatch(shippingAddressSaved(address))
  dispatch(paymentMethodSaved('Square'))
  dispatch(couponCodeSaved('WELCOME5'))
}
const CHECKOUT = {
  cartItems: [cartItem('pen')],
  shippingAddress: address,
  paymentMethod: 'Square',
  couponCode: 'WELCOME5',
  cartOwner: 'ada',
}
const NOTHING = { cartItems: [], shippingAddress: {}, paymentMethod: '', couponCode: '' }

test.for([
  ['a session that ends keeps the checkout', sessionEnded(), { user: null, ...CHECKOUT }],
  ['the same person who signs in again finds it', signedIn(person('ada', 'ada-2')), CHECKOUT],
  ['another person does not', signedIn(person('bob')), { user: person('bob'), ...NOTHING, cartOwner: 'bob' }],
  ['a logout clears it', signedOut(), { user: null, ...NOTHING, cartOwner: null }],
] as const)('%s, in all tabs and after a reload', ([, action, expectedState]) => {
  const { browser, tabs } = openTabs(2)
  fill(tabs[0])
  tabs[0].dispatch(sessionEnded())
  browser.settle()
  tabs[1].dispatch(action)
  browser.settle()
  for (const tab of [...tabs, openShop(browser)]) expect(tab.state()).toMatchObject(expectedState)
})

test('a browser that keeps nothing still has a cart while the page is open', () => {
  const refuse = () => {
    throw new DOMException('Storage is off.', 'SecurityError')
  }
  const store = makeStore(async () => [])
  const listeners = { addEventListener: () => {}, removeEventListener: () => {}, performance: { now: () => 0 } }
  syncWithStorage(store, Object.defineProperty({ ...listeners } as never, 'localStorage', { get: refuse }))
  store.dispatch(itemAdded(cartItem('pen')))
  store.dispatch(itemAdded(cartItem('mug')))
  expect(store.getState().cart.cartItems).toHaveLength(2)
})

test('three tabs keep every change of cart and account, made at once or in turn', { tags: ['C17'] }, ({ task }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const programs = runs(100, 10_000)
  let changes = 0
  for (let seed = 1; seed <= programs; seed++) changes += runProgram(randomFrom(seed), `program ${seed}`)
  vi.useRealTimers()
  figure(task, `${programs} random programs, ${changes} changes in 3 tabs: none lost, all tabs agree`)
})

test('a change that another tab overwrites a second later, on a busy device, is made again', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { browser, tabs } = openTabs(2)
  const [first, second] = tabs
  first?.dispatch(itemAdded(cartItem('pen')))
  second?.dispatch(itemAdded(cartItem('mug')))
  vi.setSystemTime(Date.now() + 1_000)
  browser.settle()
  for (const { state } of tabs)
    expect(
      state()
        .cartItems.map(({ product }) => product)
        .toSorted(),
    ).toEqual(['mug', 'pen'])
})

test('what a page adds and another tab overwrites while the next page loads is made again', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomFrom(seed)
    const browser = openBrowser({}, random)
    const ownStorage = new Map<string, string>()
    const productPage = openShop(browser, ownStorage)
    const second = openShop(browser)
    productPage.dispatch(itemAdded(cartItem('pen')))
    second.dispatch(itemAdded(cartItem('mug')))
    productPage.stop()
    for (let steps = Math.floor(random() * 10); steps > 0; steps--) browser.step()
    const cartPage = openShop(browser, ownStorage)
    browser.settle()
    for (const tab of [cartPage, second]) expect(tab.items().toSorted(), `seed ${seed}`).toEqual(['1 mug', '1 pen'])
  }
})

test('a change that another tab undoes later stays undone on the next page', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const browser = openBrowser()
  const ownStorage = new Map<string, string>()
  const [first, second] = [openShop(browser, ownStorage), openShop(browser)]
  first.dispatch(itemAdded(cartItem('pen')))
  browser.settle()
  vi.setSystemTime(Date.now() + 3_000)
  second.dispatch(itemRemoved('pen'))
  first.stop()
  browser.settle()
  const next = openShop(browser, ownStorage)
  browser.settle()
  expect([next.items(), second.items()]).toEqual([[], []])
})

test.for([
  ['no JSON', '{'],
  ['no object', '"text"'],
  ['an object of other values', '{"at":9e15,"cart":"","ids":7,"before":[null],"now":{"product":1}}'],
  ['recent changes of other values', `{"at":${Date.now()},"user":5,"ids":[1],"before":7,"now":[{"qty":"many"}]}`],
] as const)('damaged notes of changes (%s) are left out', ([, damagedNotes]) => {
  const browser = openBrowser({ cartChanges: damagedNotes })
  const shop = openShop(browser, new Map([['cartChanges', damagedNotes]]))
  shop.dispatch(itemAdded(cartItem('pen')))
  shop.dispatch(itemRemoved('pen'))
  shop.dispatch(itemAdded(cartItem('mug')))
  browser.settle()
  expect(openShop(browser).items()).toEqual(['1 mug'])
})

test('a clock that is set back makes no old change again', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const browser = openBrowser()
  const ownStorage = new Map<string, string>()
  const [first, second] = [openShop(browser, ownStorage), openShop(browser)]
  first.dispatch(itemAdded(cartItem('pen')))
  browser.settle()
  first.stop()
  vi.setSystemTime(Date.now() - 3_600_000)
  // A program that does not note its changes.
  browser.disk.set('cartItems', '[]')
  second.stop()
  expect(openShop(browser, ownStorage).items()).toEqual([])
})

test('a cart that is cleared at once by a tab that knows of a change stays empty', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { browser, tabs } = openTabs(2, {}, randomFrom(seed))
    const [first, second] = tabs
    first?.dispatch(itemAdded(cartItem('pen')))
    browser.settle()
    second?.dispatch(itemAdded(cartItem('mug')))
    browser.settle()
    second?.dispatch(itemsRefreshed([]))
    browser.settle()
    expect(
      tabs.map(({ items }) => items()),
      `seed ${seed}`,
    ).toEqual([[], []])
  }
})

/** What is right: the cart of one tab alone, in which for each piece any of the quantities asked for at once may stand. */
type ExpectedState = { user: string | null; owner: string | null; cart: Map<string, number[]> }

/** Rounds of changes that the tabs make before they hear of each other. Answers how many changes there were. */
function runProgram(random: () => number, name: string) {
  const below = (limit: number) => Math.floor(random() * limit)
  const { browser, tabs } = openTabs(3, {}, random)
  const expectedState: ExpectedState = { user: null, owner: null, cart: new Map() }
  let changes = 0
  for (let round = 0; round < 12; round++) {
    if (below(3) === 0) {
      tabs[below(3)]?.dispatch(accountChange(expectedState, below(4)))
      changes++
    } else changes += changeCarts(tabs, expectedState, below)
    browser.settle()
    vi.setSystemTime(Date.now() + 3_000)
    const fresh = openShop(browser)
    for (const { state } of tabs) expect(state(), name).toEqual(fresh.state())
    fresh.stop()
    expectRight(fresh.state(), expectedState, name)
  }
  return changes
}

/** One to three tabs each add, change or remove a piece. */
function changeCarts(
  tabs: ReturnType<typeof openTabs>['tabs'],
  { cart }: ExpectedState,
  below: (limit: number) => number,
) {
  const additions = tabs.slice(below(3)).map((tab) => ({ tab, product: `piece ${below(5)}`, qty: below(4) }))
  for (const { tab, product, qty } of additions)
    tab.dispatch(qty ? itemAdded(cartItem(product, qty)) : itemRemoved(product))
  const byProduct = Map.groupBy(additions, ({ product }) => product)
  for (const [product, several] of byProduct)
    cart.set(
      product,
      several.map(({ qty }) => qty),
    )
  return additions.length
}

function accountChange(expectedState: ExpectedState, kind: number) {
  const [ada, bob] = ['ada', 'bob'] as const
  if (kind < 2) {
    const name = kind ? ada : bob
    if (expectedState.owner && expectedState.owner !== name) expectedState.cart.clear()
    expectedState.user = expectedState.owner = name
    return signedIn(person(name))
  }
  if (kind === 2) {
    expectedState.user = null
    return sessionEnded()
  }
  expectedState.user = expectedState.owner = null
  expectedState.cart.clear()
  return signedOut()
}

function expectRight({ user, cartOwner, cartItems }: State, expectedState: ExpectedState, name: string) {
  expect([user?._id ?? null, cartOwner], name).toEqual([expectedState.user, expectedState.owner])
  const qtyOf = new Map(cartItems.map(({ product, qty }) => [product, qty]))
  expect(
    [...qtyOf.keys()].filter((product) => !expectedState.cart.has(product)),
    name,
  ).toEqual([])
  for (const [product, askedQuantities] of expectedState.cart) {
    expect(askedQuantities, `${name}: ${product}`).toContain(qtyOf.get(product) ?? 0)
    expectedState.cart.set(product, [qtyOf.get(product) ?? 0])
  }
}

test('two stores of one page follow each other, although the browser announces changes only to other pages', () => {
  const browser = openBrowser({ userInfo: JSON.stringify(person('ada')) })
  const tab = browser.openTab()
  const [header, panel] = [makeStore(async () => []), makeStore(async () => [])]
  const stop = [header, panel].map((store) => syncWithStorage(store, tab))
  header.dispatch(itemAdded(cartItem('pen')))
  expect(panel.getState().cart.cartItems).toEqual([cartItem('pen')])
  panel.dispatch(sessionEnded())
  expect(header.getState().session.user).toBeNull()
  for (const end of stop) end()
  header.dispatch(itemAdded(cartItem('cup')))
  expect(panel.getState().cart.cartItems).toEqual([cartItem('pen')])
})

test('a product is in the stored cart in its quantity, unless the storage is full or off', () => {
  const tab = openBrowser().openTab()
  const store = makeStore(async () => [])
  syncWithStorage(store, tab)
  store.dispatch(itemAdded(cartItem('pen', 2)))
  expect([
    isInStoredCart(cartItem('pen', 2), tab),
    isInStoredCart(cartItem('pen'), tab),
    isInStoredCart(cartItem('cup', 2), tab),
  ]).toEqual([true, false, false])
  tab.localStorage.setItem = () => {
    throw new DOMException('The storage is full.', 'QuotaExceededError')
  }
  store.dispatch(itemAdded(cartItem('cup')))
  expect([isInStoredCart(cartItem('pen', 2), tab), isInStoredCart(cartItem('cup'), tab)]).toEqual([true, false])
  const off = { ...tab, localStorage: undefined } as unknown as typeof tab
  expect(isInStoredCart(cartItem('pen', 2), off)).toBe(false)
})
