// The wish list on a page: it follows the other tabs, and the shop while somebody is signed in.
import type { BrowserTab } from '#web/shop/visitor/storage.ts'
import type { WishChanges, WishList } from '../contract.ts'
import {
  type Changes,
  hasStoredWishes,
  storedWishes,
  storeWishes,
  wishesAfter,
  wishesAnswered,
} from './stored-wishes.ts'

/** Sends changes to the shop and returns the whole list. */
export type SendWishes = (changes: WishChanges, token: string) => Promise<WishList>

/** By hand: the shop's client would bring React to every page with hearts. */
const sendWishes: SendWishes = async (changes, token) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch('/api/wishes', { method: 'PUT', headers, body: JSON.stringify(changes) })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return (await answer.json()) as WishList
}

/** Time for a press to reach the other tabs of a busy device. Nobody takes it back in another tab as soon. */
const ON_ITS_WAY_MS = 2_000
/** How often a press is repeated that another tab overwrites in the same moment. */
const MOST_REPEATS = 3
/** Several presses go to the shop together. */
const TOGETHER_MS = 600
/** How long a list of the shop counts as the present one. */
const FRESH_MS = 300_000

type Press = { isWished: boolean; of: string | null; at: number; repeats: number }

/** Opens the wish list in a tab. `stop` ends following other tabs. */
export function openWishList(tab: BrowserTab = window, send: SendWishes = sendWishes) {
  const presses = new Map<string, Press>()
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: Promise<void> | undefined
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const ids = () => storedWishes(tab).ids
  const put = (id: string, isWished: boolean) => {
    const isStored = storeWishes(tab, wishesAfter(storedWishes(tab), id, isWished))
    if (isStored) askSoon()
    tell()
    return isStored
  }
  const toggle = (id: string) => {
    const isWished = !ids().includes(id)
    presses.set(id, { isWished, of: storedWishes(tab).changes.of, at: Date.now(), repeats: 0 })
    return { isWished, isStored: put(id, isWished) }
  }
  const repeatLostPresses = () => {
    for (const [id, press] of presses) {
      if (Date.now() - press.at >= ON_ITS_WAY_MS || press.repeats >= MOST_REPEATS) presses.delete(id)
      else if (isLost(id, press)) {
        press.repeats++
        put(id, press.isWished)
      }
    }
  }
  const isLost = (id: string, { isWished, of }: Press) => {
    const { ids, changes } = storedWishes(tab)
    if (changes.of !== of) return false
    const isNoted = of === null || (isWished ? changes.added : changes.removed).includes(id)
    return ids.includes(id) !== isWished || !isNoted
  }
  const ask = async () => {
    const { account, changes } = storedWishes(tab)
    if (!account) return
    const { added, removed } = changes
    const { products } = await send({ added, removed }, account.token)
    const now = storedWishes(tab)
    // Somebody else's by now, whose list this one is not.
    if (now.account?.id !== account.id) return
    for (const id of [...added, ...removed]) presses.delete(id)
    storeWishes(tab, wishesAnswered(now, changes, products, Date.now()))
    tell()
    if (isWaiting(storedWishes(tab).changes)) askSoon()
  }
  /** Asks the shop once at a time. What it is not told stays stored, and goes with the next page or press. */
  const askNow = () => {
    clearTimeout(timer)
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const askSoon = () => {
    if (!storedWishes(tab).account) return
    clearTimeout(timer)
    timer = setTimeout(() => void (asking ?? Promise.resolve()).then(askNow), TOGETHER_MS)
  }
  /** Takes over a visitor's list at a sign-in, and clears what somebody has left at a sign-out. A new browser stores nothing. */
  const settle = () => {
    const wishes = storedWishes(tab)
    if (wishes.ids.length > 0 || hasStoredWishes(tab)) storeWishes(tab, wishes)
    return wishes
  }
  const follow = ({ key }: { key?: string | null }) => {
    if (key && !KEYS.includes(key)) return
    const { account, changes } = settle()
    repeatLostPresses()
    if (account && changes.at === 0) askSoon()
    tell()
  }
  for (const type of EVENTS) tab.addEventListener(type, follow as EventListener)
  return {
    ids,
    /** Puts a product on the list, or takes it off. */
    toggle,
    /** Takes over what has changed since the page was left, and asks the shop unless it has answered a while ago. */
    async start({ isForced = false } = {}) {
      const { account, changes } = settle()
      tell()
      if (account && (isForced || isWaiting(changes) || Date.now() - changes.at > FRESH_MS)) await askNow()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      clearTimeout(timer)
      for (const type of EVENTS) tab.removeEventListener(type, follow as EventListener)
    },
  }
}

const isWaiting = ({ added, removed }: Changes) => added.length + removed.length > 0

const KEYS = ['wishes', 'wishList', 'userInfo', 'cartOwner']
const EVENTS = ['storage', 'pageshow'] as const

let ofPage: ReturnType<typeof openWishList> | undefined

/** The wish list of this page. */
export const pageWishList = () => {
  ofPage ??= openWishList()
  return ofPage
}
