import { toDollars } from '#contract/money.ts'
import { deleteDrafts } from '#web/lib/drafts.ts'
import { recordOf, textOf } from '#web/lib/parsed-json.ts'
import { readFromTab, saveInTab } from '#web/lib/tab-storage.ts'
import { type CartItem, itemKey } from './cart.ts'
import { EMPTY_CART } from './cartSlice.ts'
import { conflictingChanges, mergeItems } from './merge-items.ts'
import { SHAPES, type StoredState, storageRestored } from './stored-state.ts'
import type { VisitorState, VisitorStore } from './visitor.ts'

type Key = keyof StoredState
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
  const restore = (values: StoredState) => {
    if (hasLeft(last, values)) deleteDrafts()
    // Before the dispatch, so that the subscriber below finds no change to save.
    last = values
    store.dispatch(storageRestored(values))
  }
  const repeatLostChanges = (theirs: StoredState) => {
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
    const mergedState = merge(before, now, theirs)
    if (now.cartItems !== before.cartItems) recent.note(before, now, theirs, mergedState)
    storage.write(mergedState)
    for (const other of ofPage) if (other !== follow) other({})
    if (KEYS.some((key) => mergedState[key] !== now[key])) restore(mergedState)
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
export const isInStoredCart = (wantedItem: CartItem, tab: BrowserTab = window) =>
  SHAPES.cartItems(parseJson(textAt(tab, 'cartItems'))).some(
    (item) => itemKey(item) === itemKey(wantedItem) && item.qty === wantedItem.qty,
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
  const containedIn = ({ cartItems }: StoredState) => {
    const { ids, cart } = recordOf(parseJson(textAt(tab, CHANGES)))
    return cart === contentsOf(cartItems) ? idsOf(ids) : []
  }
  const saveContained = (ids: number[], { cartItems }: StoredState) =>
    save(tab, CHANGES, { ids: ids.slice(-MOST_IDS), cart: contentsOf(cartItems) })
  const note = (before: StoredState, now: StoredState, theirs: StoredState, mergedState: StoredState) => {
    const user = now.userInfo?._id
    const id = Math.random()
    const isFollowing = recent.user === user && isRecent(recent.at)
    const first = isFollowing ? recent : { user, at: Date.now(), ids: [], before: before.cartItems }
    recent = { ...first, ids: [...first.ids, id], now: now.cartItems }
    saveInTab(CHANGES, { ...recent, before: recent.before.map(inDollars), now: recent.now.map(inDollars) }, tab)
    // Before the cart is saved: others take it for one without these changes otherwise.
    saveContained([...containedIn(theirs), id], mergedState)
  }
  const lostIn = (theirs: StoredState) => {
    if (recent.user !== theirs.userInfo?._id || !isRecent(recent.at)) return []
    const containedIds = containedIn(theirs)
    if (recent.ids.every((id) => containedIds.includes(id))) return []
    const lostChanges = conflictingChanges(recent.before, recent.now, theirs.cartItems)
    // Making it again gets an id of its own.
    if (lostChanges.length > 0) recent = { ...recent, ids: [] }
    else saveContained([...containedIds, ...recent.ids], theirs)
    return lostChanges
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
function merge(before: StoredState, now: StoredState, theirs: StoredState): StoredState {
  if (hasLeft(before, now)) return now
  const cartItems = mergeItems(before.cartItems, now.cartItems, theirs.cartItems)
  const changedKeys = KEYS.filter((key) => now[key] !== before[key])
  const ours = Object.fromEntries(changedKeys.map((key) => [key, now[key]]))
  return ownedByUser({ ...theirs, ...ours, cartItems })
}

/** Whether the user has signed out since, or somebody else has signed in. */
const hasLeft = (before: StoredState, now: StoredState) =>
  before.cartOwner !== null && before.cartOwner !== now.cartOwner

/** The stored values without those of another user. */
function ownedByUser(values: StoredState): StoredState {
  const { userInfo, cartOwner } = values
  if (!userInfo || cartOwner === userInfo._id) return values
  return { ...values, ...(cartOwner === null ? {} : EMPTY_CART), cartOwner: userInfo._id }
}

const valuesOf = ({ session, cart }: VisitorState): StoredState => ({ ...cart, userInfo: session.user })

/**
 * The storage of a tab's browser. `read` answers what it holds now, with the same object for a value that has not
 * changed; `write` saves what differs from that.
 */
function openStorage(tab: BrowserTab) {
  const texts = new Map<Key, string | null>()
  const values = {} as Record<Key, unknown>
  const readAll = () => {
    for (const key of KEYS) {
      const text = textAt(tab, key)
      if (texts.get(key) === text) continue
      texts.set(key, text)
      values[key] = SHAPES[key](parseJson(text))
    }
    return ownedByUser({ ...values } as StoredState)
  }
  const write = (newState: StoredState) => {
    for (const key of KEYS) {
      if (newState[key] === values[key]) continue
      save(tab, key, key === 'cartItems' ? newState.cartItems.map(inDollars) : newState[key])
      // As it is there now, perhaps because nothing can be saved: then the cart lives as long as the page.
      texts.set(key, textAt(tab, key))
      values[key] = newState[key]
    }
  }
  return { read: readAll, write }
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
function parseJson(text: string | null): unknown {
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
