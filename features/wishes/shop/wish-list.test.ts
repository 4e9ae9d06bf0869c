import { expect, onTestFinished, test, vi } from 'vitest'
import type { UserInfo } from '#contract/users.ts'
import { runs } from '#server/testing/torture.ts'
import { sessionEnded, signedIn, signedOut } from '#web/lib/sessionSlice.ts'
import { syncWithStorage } from '#web/shop/visitor/storage.ts'
import { makeVisitorStore } from '#web/shop/visitor/visitor.ts'
import { openBrowser } from '#web/testing/tabs.ts'
import { MOST_WISHES } from '../limits.ts'
import { openWishList, type SendWishes } from './wish-list.ts'

const person = (name: string, isGuest = false): UserInfo => ({
  ...{ _id: name, name, email: `${name}@shop.example`, isAdmin: false, isAPI: false, token: `${name}-1` },
  ...(isGuest && { isGuest }),
})

const piece = (number: number) => `0198a0f2-7c1e-7000-8000-${String(number).padStart(12, '0')}`
const [PEN, MUG, CUP, BOWL] = [1, 2, 3, 4].map(piece) as [string, string, string, string]

/** A sequence of numbers from 0 to 1 that is the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** The lists of the accounts, as the shop has them. Now and then it cannot be reached. */
function openShop(random = () => 1) {
  const lists = new Map<string, string[]>()
  const send: SendWishes = async ({ added, removed }, token) => {
    const user = token.split('-')[0] ?? ''
    if (random() < 0.2) throw new TypeError('Failed to fetch')
    const before = (lists.get(user) ?? []).filter((id) => !removed.includes(id))
    const list = [...added.filter((id) => !before.includes(id)), ...before].slice(0, MOST_WISHES)
    lists.set(user, list)
    // Sometimes the answer does not arrive.
    if (random() < 0.1) throw new TypeError('Failed to fetch')
    return { products: list }
  }
  return { lists, send }
}

type Browser = ReturnType<typeof openBrowser>

/** A page of the shop in a tab of its own. */
function openPage(browser: Browser, send: SendWishes) {
  const tab = browser.openTab()
  const store = makeVisitorStore()
  const stopStore = syncWithStorage(store, tab)
  const wishes = openWishList(tab, send)
  void wishes.start()
  return {
    wishes,
    /** An account change of this tab, of which the page's scripts hear as those of other tabs do. */
    account(action: Parameters<typeof store.dispatch>[0]) {
      store.dispatch(action)
      void wishes.start()
    },
    stop() {
      stopStore()
      wishes.stop()
    },
  }
}

/** Lets all tabs hear of each other and of the shop, several times: an answer makes news. */
async function settle(...browsers: Browser[]) {
  for (let turn = 0; turn < 4; turn++) {
    for (const browser of browsers) browser.settle()
    await vi.advanceTimersByTimeAsync(1_500)
  }
}

function fakeClock() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

type Step = 'ada' | 'bob' | 'guest' | 'out' | 'ended' | 'reload' | string

test.for([
  ['a visitor’s hearts stay, the newest first', [PEN, MUG], [MUG, PEN], {}],
  ['a second press takes one off', [PEN, MUG, PEN], [MUG], {}],
  ['a sign-in takes them along', [PEN, 'ada'], [PEN], { ada: [PEN] }],
  ['what the account has is added', ['bob', PEN, 'out', MUG, 'bob'], [MUG, PEN], { bob: [MUG, PEN] }],
  ['a sign-out clears the browser and not the account', ['ada', PEN, 'out'], [], { ada: [PEN] }],
  ['after it a visitor begins anew', ['ada', PEN, 'out', MUG], [MUG], { ada: [PEN] }],
  ['another account gets none of it', ['ada', PEN, 'out', 'bob'], [], { ada: [PEN], bob: [] }],
  ['nor by a sign-in without a sign-out', ['ada', PEN, 'ended', 'bob'], [], { ada: [PEN], bob: [] }],
  ['a session that ends leaves the list', ['ada', PEN, 'ended', MUG], [MUG, PEN], { ada: [PEN] }],
  ['and what was pressed then goes to the account', ['ada', PEN, 'ended', MUG, 'ada'], [MUG, PEN], { ada: [MUG, PEN] }],
  ['what was taken off then is taken off', ['ada', PEN, MUG, 'ended', PEN, 'ada'], [MUG], { ada: [MUG] }],
  ['who buys without an account keeps the visitor’s list', [PEN, 'guest'], [PEN], {}],
  [
    'and takes it along to an account',
    [PEN, 'guest', MUG, 'out', CUP, 'ada'],
    [CUP, MUG, PEN],
    { ada: [CUP, MUG, PEN] },
  ],
  ['a reload changes nothing', [PEN, 'ada', 'reload', MUG, 'reload'], [MUG, PEN], { ada: [MUG, PEN] }],
] as [string, Step[], string[], Record<string, string[]>][])('wishes: %s', async ([, steps, expected, accounts]) => {
  fakeClock()
  const { lists, send } = openShop()
  const browser = openBrowser()
  let page = openPage(browser, send)
  for (const step of steps) {
    if (step === 'out') page.account(signedOut())
    else if (step === 'ended') page.account(sessionEnded())
    else if (step === 'reload') {
      page.stop()
      page = openPage(browser, send)
    } else if (step.startsWith('0198')) page.wishes.toggle(step)
    else page.account(signedIn(person(step, step === 'guest')))
    await settle(browser)
  }
  expect(page.wishes.ids()).toEqual(expected)
  expect(Object.fromEntries(lists)).toEqual(accounts)
})

test('what the shop cannot be told now goes with the next press or page', async () => {
  fakeClock()
  const { lists, send } = openShop()
  let isDown = true
  const browser = openBrowser()
  const tryToSend: SendWishes = (...sent) => (isDown ? Promise.reject(new Error('down')) : send(...sent))
  const page = openPage(browser, tryToSend)
  page.account(signedIn(person('ada')))
  page.wishes.toggle(PEN)
  await settle(browser)
  expect([page.wishes.ids(), lists.get('ada')]).toEqual([[PEN], undefined])
  isDown = false
  const next = openPage(browser, tryToSend)
  await settle(browser)
  expect([next.wishes.ids(), lists.get('ada')]).toEqual([[PEN], [PEN]])
})

test.for([
  ['no JSON', '{'],
  ['another value', '{"a":1}'],
  ['other things than ids', `["pen", null, 7, {"id":1}, "${PEN}", "${PEN}", "<script>"]`],
])('a damaged list (%s) is read as far as it can be', async ([, damaged = '']) => {
  fakeClock()
  const page = openPage(openBrowser({ wishes: damaged, wishList: damaged }), openShop().send)
  page.wishes.toggle(MUG)
  expect(page.wishes.ids()).toEqual(damaged.includes(PEN) ? [MUG, PEN] : [MUG])
})

test('the list has the newest two hundred', async () => {
  fakeClock()
  const page = openPage(openBrowser(), openShop().send)
  for (let number = 0; number < MOST_WISHES + 5; number++) page.wishes.toggle(piece(number))
  const ids = page.wishes.ids()
  expect([ids.length, ids[0], ids.includes(piece(4))]).toEqual([MOST_WISHES, piece(MOST_WISHES + 4), false])
})

test('a browser that stores nothing says so', () => {
  const tab = openBrowser().openTab()
  tab.localStorage.setItem = () => {
    throw new DOMException('The storage is full.', 'QuotaExceededError')
  }
  const wishes = openWishList(tab, openShop().send)
  expect(wishes.toggle(BOWL)).toEqual({ isWished: true, isStored: false })
  expect(wishes.ids()).toEqual([])
})

test('two devices and three tabs lose no wish and double none, whatever is pressed at once', async () => {
  fakeClock()
  const programs = runs(40, 2_000)
  let presses = 0
  for (let seed = 1; seed <= programs; seed++) presses += await runProgram(randomFrom(seed), `program ${seed}`)
  expect(presses).toBeGreaterThan(programs * 8)
})

/** What is right on a device: whose list it is, null for a visitor's. */
type Device = { owner: string | null; visitors: Set<string> }

async function runProgram(random: () => number, name: string) {
  const below = (limit: number) => Math.floor(random() * limit)
  const { lists, send } = openShop(random)
  const devices = [3, 2].map((tabs) => {
    const browser = openBrowser({}, random)
    const expectedState: Device = { owner: null, visitors: new Set() }
    return { browser, pages: Array.from({ length: tabs }, () => openPage(browser, send)), expectedState }
  })
  const browsers = devices.map(({ browser }) => browser)
  const accounts = new Map<string, Set<string>>([
    ['ada', new Set()],
    ['bob', new Set()],
  ])
  const rightOf = ({ owner, visitors }: Device) => (owner ? (accounts.get(owner) ?? visitors) : visitors)
  /** Until nothing waits any more: the shop fails now and then. */
  const rest = async () => {
    for (let tries = 0; tries < 12; tries++) {
      await settle(...browsers)
      for (const { pages } of devices) for (const { wishes } of pages) void wishes.start({ isForced: true })
    }
    await settle(...browsers)
  }
  let presses = 0
  for (let round = 0; round < 8; round++) {
    const device = devices[below(2)] ?? devices[0]
    if (!device) break
    const { pages, expectedState } = device
    if (below(4) === 0) {
      const page = pages[below(pages.length)]
      const kind = below(3)
      const user = kind === 0 ? 'ada' : 'bob'
      if (kind < 2) {
        if (expectedState.owner === null) for (const id of expectedState.visitors) accounts.get(user)?.add(id)
        Object.assign(expectedState, { owner: user, visitors: new Set() })
        page?.account(signedIn(person(user)))
      } else if (expectedState.owner !== null) {
        Object.assign(expectedState, { owner: null, visitors: new Set() })
        page?.account(signedOut())
      }
    } else {
      const right = rightOf(expectedState)
      const pressed = pages.slice(below(pages.length)).map((page) => ({ page, id: piece(below(5)) }))
      for (const { page, id } of pressed) page.wishes.toggle(id)
      presses += pressed.length
      const byPiece = Map.groupBy(pressed, ({ id }) => id)
      for (const [id, several] of byPiece) {
        // Two tabs that press the same heart before they hear of each other both want the same.
        if (several.length > 0 && right.has(id)) right.delete(id)
        else right.add(id)
      }
    }
    await rest()
    for (const { pages, expectedState } of devices)
      for (const { wishes } of pages) {
        expect(wishes.ids().toSorted(), `${name}, round ${round}`).toEqual([...rightOf(expectedState)].toSorted())
      }
    for (const [user, right] of accounts)
      expect((lists.get(user) ?? []).toSorted(), `${name}, ${user}`).toEqual([...right].toSorted())
  }
  for (const { pages } of devices) for (const page of pages) page.stop()
  return presses
}
