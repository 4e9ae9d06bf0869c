import { toDollars } from '#contract/money.ts'
import { deleteDrafts } from './drafts.ts'
import { type CartItem, itemKey } from './features/cart/cart.ts'
import { EMPTY_CART } from './features/cart/cartSlice.ts'
import { conflictingChanges, mergeItems } from './features/cart/merge-items.ts'
import { recordOf, SHAPES, type Stored, storageRestored, textOf } from './stored-state.ts'
import { readFromTab, saveInTab } from './tab-storage.ts'
import type { VisitorState, VisitorStore } from './visitor.ts'

type Key = keyof Stored
type Store = Pick<VisitorStore, 'getState' | 'dispatch' | 'subscribe'>
export type BrowserTab = Pick<
  Window,
  'localStorage' | 'sessionStorage' | 'performance' | 'addEventListener' | 'removeEventListener'
>

/** In the order of writing: other tabs learn first who is signed in, and so never save one user's cart for another. */
const KEYS: Key[] = ['userInfo', 'cartItems', 'shippingAddress', 'paymentMethod', 'couponCode', 'cartOwner']

/** Time for a change to reach the other tabs of a busy device. Nobody goes to another tab and undoes it there as soon. */
const ON_ITS_WAY_MS = 2_000

/**
 * Restores the session and the cart, and then syncs the store with localStorage: saves changes, and restores what other
 * tabs save without saving it again. Amounts are in dollars there. Returns a function that stops it.
 */
export function syncWithStorage(store: Store, tab: BrowserTab = window) {
  const storage = openStorage(tab)
  let last = storage.read()
  const recent = recentChanges(tab)
  const restore = (values: Stored) => {
    if (hasLeft(last, values)) deleteDrafts()
    // Before the dispatch, so that the subscriber below finds no change to save.
    last = values
    store.dispatch(storageRestored(values))
  }
  const repeatLostChanges = (theirs: Stored) => {
    for (const change of recent.lostIn(theirs)) store.dispatch(change)
  }
  restore(last)
  const unsubscribe = store.subscribe(() => {
    const before = last
    const now = valuesOf(store.getState())
    if (hasLeft(before, now)) deleteDrafts()
    if (KEYS.every((key) => now[key] === before[key])) return
    last = now
    const theirs = storage.read()
    const merged = merge(before, now, theirs)
    if (now.cartItems !== before.cartItems) recent.note(before, now, theirs, merged)
    storage.write(merged)
    for (const other of ofPage) if (other !== follow) other({})
    if (KEYS.some((key) => merged[key] !== now[key])) restore(merged)
  })
  const ofPage = syncsOf(tab)
  const follow: Follow = ({ key }) => {
    if (key && !KEYS.includes(key as Key)) return
    const theirs = storage.read()
    restore(theirs)
    repeatLostChanges(theirs)
  }
  ofPage.add(follow)
  tab.addEventListener('storage', follow)
  // A page that is shown again by the Back button has slept through what other tabs did.
  tab.addEventListener('pageshow', follow as EventListener)
  repeatLostChanges(last)
  return () => {
    unsubscribe()
    ofPage.delete(follow)
    tab.removeEventListener('storage', follow)
    tab.removeEventListener('pageshow', follow as EventListener)
  }
}

type Follow = (change: { key?: string | null }) => void

const syncs = new WeakMap<BrowserTab, Set<Follow>>()

/** The stores of a tab's page: the browser announces a change only to other pages, so they announce it to each other. */
function syncsOf(tab: BrowserTab) {
  const ofPage = syncs.get(tab) ?? new Set()
  syncs.set(tab, ofPage)
  return ofPage
}

/** Whether the cart in the storage has this item in this quantity. It has not where storage is off or full. */
export const isInStoredCart = (wanted: CartItem, tab: BrowserTab = window) =>
  SHAPES.cartItems(parsed(textAt(tab, 'cartItems'))).some(
    (item) => itemKey(item) === itemKey(wanted) && item.qty === wanted.qty,
  )

/** The changes from `before` to `now` within two seconds of the time `at`. Each has an id. */
type RecentChanges = { user: string | undefined; at: number; ids: number[]; before: CartItem[]; now: CartItem[] }
/**
 * In the sessionStorage: the latest changes of this tab. In the localStorage: the ids of the changes that the stored cart
 * contains, of all tabs, and the contents of that cart, because another tab may replace the cart before the ids.
 */
const CHANGES = 'cartChanges'
const MOST_IDS = 20

/**
 * The latest changes of this tab to the cart, which other tabs may not have received yet. `lostIn` returns the actions
 * that make them again where another tab has saved its own cart in the same moment, and none where that tab knew of
 * them. A page that follows at once, as the cart does after a product is added, takes over the changes of the page
 * before it.
 */
function recentChanges(tab: BrowserTab) {
  const isRecent = (at: number, time = Date.now()) => Math.abs(time - at) < ON_ITS_WAY_MS
  let recent = changesOf(readFromTab(CHANGES, tab))
  // The beginning of this page by the clock of `at`. performance.timeOrigin does not follow it while the device sleeps.
  if (isRecent(recent.at, Date.now() - tab.performance.now())) recent.at = Date.now()
  const containedIn = ({ cartItems }: Stored) => {
    const { ids, cart } = recordOf(parsed(textAt(tab, CHANGES)))
    return cart === contentsOf(cartItems) ? idsOf(ids) : []
  }
  const saveContained = (ids: number[], { cartItems }: Stored) =>
    save(tab, CHANGES, { ids: ids.slice(-MOST_IDS), cart: contentsOf(cartItems) })
  const note = (before: Stored, now: Stored, theirs: Stored, merged: Stored) => {
    const user = now.userInfo?._id
    const id = Math.random()
    const isFollowing = recent.user === user && isRecent(recent.at)
    const first = isFollowing ? recent : { user, at: Date.now(), ids: [], before: before.cartItems }
    recent = { ...first, ids: [...first.ids, id], now: now.cartItems }
    saveInTab(CHANGES, { ...recent, before: recent.before.map(inDollars), now: recent.now.map(inDollars) }, tab)
    // Before the cart is saved: others take it for one without these changes otherwise.
    saveContained([...containedIn(theirs), id], merged)
  }
  const lostIn = (theirs: Stored) => {
    if (recent.user !== theirs.userInfo?._id || !isRecent(recent.at)) return []
    const contained = containedIn(theirs)
    if (recent.ids.every((id) => contained.includes(id))) return []
    const lost = conflictingChanges(recent.before, recent.now, theirs.cartItems)
    // Making it again gets an id of its own.
    if (lost.length > 0) recent = { ...recent, ids: [] }
    else saveContained([...contained, ...recent.ids], theirs)
    return lost
  }
  return { note, lostIn }
}

/** The changes that the page before this one has saved; empty where they are damaged. */
function changesOf(json: unknown): RecentChanges {
  const { user, at, ids, before, now } = recordOf(json)
  return {
    user: textOf(user) || undefined,
    at: Number(at),
    ids: idsOf(ids),
    before: SHAPES.cartItems(before),
    now: SHAPES.cartItems(now),
  }
}

const idsOf = (json: unknown): number[] => (Array.isArray(json) ? json : [])

/** Equal for carts of the same items in the same quantities. */
const contentsOf = (items: CartItem[]) => items.map((item) => item.qty + itemKey(item)).join()

/** The values to store: this tab's change from `before` to `now`, applied to the present storage (`theirs`). */
function merge(before: Stored, now: Stored, theirs: Stored): Stored {
  if (hasLeft(before, now)) return now
  const cartItems = mergeItems(before.cartItems, now.cartItems, theirs.cartItems)
  const changed = KEYS.filter((key) => now[key] !== before[key])
  const ours = Object.fromEntries(changed.map((key) => [key, now[key]]))
  return ownedByUser({ ...theirs, ...ours, cartItems })
}

/** Whether the user has signed out since, or somebody else has signed in. */
const hasLeft = (before: Stored, now: Stored) => before.cartOwner !== null && before.cartOwner !== now.cartOwner

/** The stored values without those of another user. */
function ownedByUser(values: Stored): Stored {
  const { userInfo, cartOwner } = values
  if (!userInfo || cartOwner === userInfo._id) return values
  return { ...values, ...(cartOwner === null ? {} : EMPTY_CART), cartOwner: userInfo._id }
}

const valuesOf = ({ session, cart }: VisitorState): Stored => ({ ...cart, userInfo: session.user })

/**
 * The storage of a tab's browser. `read` answers what it holds now, with the same object for a value that has not
 * changed; `write` saves what differs from that.
 */
function openStorage(tab: BrowserTab) {
  const texts = new Map<Key, string | null>()
  const values = {} as Record<Key, unknown>
  const read = () => {
    for (const key of KEYS) {
      const text = textAt(tab, key)
      if (texts.get(key) === text) continue
      texts.set(key, text)
      values[key] = SHAPES[key](parsed(text))
    }
    return ownedByUser({ ...values } as Stored)
  }
  const write = (wanted: Stored) => {
    for (const key of KEYS) {
      if (wanted[key] === values[key]) continue
      save(tab, key, key === 'cartItems' ? wanted.cartItems.map(inDollars) : wanted[key])
      // As it is there now, perhaps because nothing can be saved: then the cart lives as long as the page.
      texts.set(key, textAt(tab, key))
      values[key] = wanted[key]
    }
  }
  return { read, write }
}

const inDollars = (item: CartItem) => ({ ...item, price: toDollars(item.price) })

function textAt(tab: BrowserTab, key: string) {
  try {
    return tab.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The parsed JSON; undefined when it is unreadable, as when another program used the key. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function save(tab: BrowserTab, key: string, value: unknown) {
  try {
    if (value === null) tab.localStorage.removeItem(key)
    else tab.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is off or full.
  }
}
