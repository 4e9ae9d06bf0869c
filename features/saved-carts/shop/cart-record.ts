// What a browser remembers of the cart that it saves for its user's other devices.
import { recordOf, textOf } from '#web/lib/parsed-json.ts'
import { answersOf, type CartItem } from '#web/shop/visitor/cart.ts'
import type { BrowserTab } from '#web/shop/visitor/storage.ts'
import { type Line, lineKey } from '../saved-lines.ts'

type Tab = Pick<BrowserTab, 'localStorage'>

/**
 * The cart's id among those of the user, the keys of its lines, and those of offers that the user has answered. While a
 * page follows the cart, the lines are those of the cart.
 */
export type CartRecord = { user: string; device: string; lines: string[]; answered: string[] }

const KEY = 'savedCart'

/** The record of this browser; of nobody where there is none. */
export function readRecord(tab: Tab): CartRecord {
  let json: unknown
  try {
    json = JSON.parse(tab.localStorage.getItem(KEY) ?? 'null')
  } catch {
    // Damaged, or the storage is off.
  }
  const { user, device, lines, answered } = recordOf(json)
  return { user: textOf(user), device: textOf(device), lines: textsOf(lines), answered: textsOf(answered) }
}

const textsOf = (json: unknown) => (Array.isArray(json) ? json : []).filter((one) => typeof one === 'string')

/** Stores the record; does nothing where the storage is full or off. */
export function writeRecord(tab: Tab, record: CartRecord) {
  const text = JSON.stringify(record)
  try {
    if (tab.localStorage.getItem(KEY) !== text) tab.localStorage.setItem(KEY, text)
  } catch {
    // The cart lives as long as the page, and is saved as that of a new device.
  }
}

/** An item of the cart as a line. */
export const lineOf = ({ product, answers }: Pick<CartItem, 'product' | 'answers'>): Line => ({
  product,
  ...(answers && { answers: answersOf(answers) }),
})

export const keyOf = (item: Pick<CartItem, 'product' | 'answers'>) => lineKey(lineOf(item))

/**
 * The record with which a page begins to follow the cart of a user. Lines that have gone while no page followed it went
 * with a sign-out, not by the user's hand: the cart goes on under another id, and what it had stays saved.
 */
export function recordFor(before: CartRecord, user: string, lines: string[], newDevice: () => string): CartRecord {
  if (before.user !== user || !before.device) return { user, device: newDevice(), lines, answered: [] }
  const hasLost = before.lines.some((key) => !lines.includes(key))
  return { ...before, lines, ...(hasLost && { device: newDevice() }) }
}

/** The record after a change that a page has followed. What the user takes out of the cart is not offered from another. */
export const recordAfter = (before: CartRecord, lines: string[]): CartRecord => {
  const removed = before.lines.filter((key) => !lines.includes(key))
  return { ...before, lines, answered: [...new Set([...before.answered, ...removed])] }
}
