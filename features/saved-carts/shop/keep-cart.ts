// Saves the cart of who is signed in for their other devices, and hears what is in the carts of these.
import { callApi } from '#web/lib/call-api.ts'
import type { BrowserTab } from '#web/shop/visitor/storage.ts'
import type { VisitorStore } from '#web/shop/visitor/visitor.ts'
import type { NamedLine, OtherCarts, SavedCart } from '../contract.ts'
import { lineKey } from '../saved-lines.ts'
import { keyOf, lineOf, readRecord, recordAfter, recordFor, writeRecord } from './cart-record.ts'

type Store = Pick<VisitorStore, 'getState' | 'subscribe'>

/** Saves the cart of a device and returns what other devices have. */
export type SaveCart = (device: string, cart: SavedCart, token: string) => Promise<OtherCarts>

const saveInShop: SaveCart = async (device, body, token) =>
  (await callApi({ url: `/api/saved-carts/${device}`, method: 'PUT', body }, token)) as OtherCarts

/** Several changes are saved together. */
const TOGETHER_MS = 800

export type CartKeeper = ReturnType<typeof keepCart>

const NOTHING: OtherCarts = { items: [], bought: [] }

type Options = { tab?: BrowserTab; save?: SaveCart; newDevice?(): string }

/**
 * Follows the cart of a store, and saves it at once and after each change while somebody is signed in with an account. A
 * cart that is emptied by a sign-out is never saved.
 */
export function keepCart(store: Store, options: Options = {}) {
  const { tab = window, save = saveInShop, newDevice = () => crypto.randomUUID() } = options
  const listeners = new Set<() => void>()
  /** The sign-in whose cart is followed, and the contents that were seen last. */
  let signIn = ''
  let contents = ''
  let seen: unknown[] = []
  let others = NOTHING
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | undefined

  const publish = (next: OtherCarts) => {
    others = next
    for (const listener of listeners) listener()
  }
  const itemsNow = () => store.getState().cart.cartItems
  const accountNow = () => {
    const { session, cart } = store.getState()
    const { user } = session
    return session.restored && user && !user.isGuest && cart.cartOwner === user._id ? user : null
  }
  const check = () => {
    const { session, cart } = store.getState()
    // Most actions of a page are about something else.
    if (seen[0] === session && seen[1] === cart) return
    seen = [session, cart]
    const account = accountNow()
    const signInNow = account ? `${account._id} ${account.token}` : ''
    const items = itemsNow()
    const contentsNow = JSON.stringify(items.map((item) => [keyOf(item), item.qty]))
    const isFollowed = signInNow === signIn
    if (isFollowed && (!account || contentsNow === contents)) return
    signIn = signInNow
    contents = contentsNow
    clearTimeout(timer)
    if (!account) return publish(NOTHING)
    const lines = items.map(keyOf)
    const record = readRecord(tab)
    const isOwn = isFollowed && record.user === account._id
    writeRecord(tab, isOwn ? recordAfter(record, lines) : recordFor(record, account._id, lines, newDevice))
    timer = setTimeout(saveNow, isFollowed ? TOGETHER_MS : 0)
    // What is in this cart by now is no longer offered.
    if (isFollowed) publish(offeredNow(others))
  }
  const saveNow = () => {
    clearTimeout(timer)
    saving = (saving ?? Promise.resolve()).then(send).catch(() => undefined)
    return saving
  }
  const send = async () => {
    const account = accountNow()
    if (!account) return
    const sent = signIn
    const { device } = readRecord(tab)
    const items = itemsNow().map((item) => ({ ...lineOf(item), qty: item.qty }))
    const answer = await save(device, { items }, account.token)
    // Another sign-in by now, which asks for itself.
    if (sent !== signIn) return
    const record = readRecord(tab)
    const keys = [...answer.items, ...answer.bought].map(lineKey)
    writeRecord(tab, { ...record, answered: record.answered.filter((key) => keys.includes(key)) })
    publish(offeredNow(answer))
  }
  /** Without what is in the cart or was answered; of what was bought, what is still in the cart. */
  const offeredNow = ({ items, bought }: OtherCarts): OtherCarts => {
    const own = new Set(itemsNow().map(keyOf))
    const answered = new Set(readRecord(tab).answered)
    const isOpen = (line: NamedLine) => !answered.has(lineKey(line))
    return {
      items: items.filter((line) => isOpen(line) && !own.has(lineKey(line))),
      bought: bought.filter((line) => isOpen(line) && own.has(lineKey(line))),
    }
  }
  const unsubscribe = store.subscribe(check)
  check()
  return {
    /** What other devices have, and what was bought on them. The same object until it changes. */
    others: () => others,
    /** Notes that the user has answered these lines: they are not offered again. */
    answer(lines: readonly NamedLine[]) {
      const record = readRecord(tab)
      writeRecord(tab, { ...record, answered: [...new Set([...record.answered, ...lines.map(lineKey)])] })
      publish(offeredNow(others))
    },
    /** Saves the cart now. */
    saveNow,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
