// Imports nothing that a page of the catalog has not loaded anyway: every page with hearts loads this file.
//
// The wish list of a browser, which all its tabs share. It is that of whoever the cart belongs to (`cartOwner`): a sign-in
// takes a visitor's list over, and what somebody with an account has left behind is dropped when they have signed out.
import type { BrowserTab } from '#web/shop/visitor/storage.ts'
import { MOST_WISHES } from '../limits.ts'

type Tab = Pick<BrowserTab, 'localStorage'>

/** Who is signed in with an account. */
type Account = { id: string; token: string }

/**
 * What the shop does not know yet of the list: of the account with the id `of`, null while the list is a visitor's. `at`
 * is when the shop answered last, in milliseconds.
 */
export type Changes = { of: string | null; added: string[]; removed: string[]; at: number }

/** `ids` are of products, the newest wish first. */
export type Wishes = { account: Account | null; ids: string[]; changes: Changes }

/** The ids, for whoever reads them. */
const LIST = 'wishes'
/**
 * The ids with their changes, in one: a tab that has not heard of a sign-out yet cannot store the ids of one person with
 * the changes of another.
 */
const STATE = 'wishList'

const NO_CHANGES: Changes = { of: null, added: [], removed: [], at: 0 }

/** The wish list of whoever uses the browser now. */
export function storedWishes(tab: Tab): Wishes {
  const account = accountOf(jsonAt(tab, 'userInfo'))
  const owner = account?.id ?? (textOf(jsonAt(tab, 'cartOwner')) || null)
  const state = recordOf(jsonAt(tab, STATE))
  const changes = changesOf(state)
  const hasLeft = changes.of !== null && changes.of !== owner
  const ids = hasLeft ? [] : idsOf(state.ids ?? jsonAt(tab, LIST))
  if (account && changes.of !== account.id)
    return { account, ids, changes: { of: account.id, added: ids, removed: [], at: 0 } }
  return { account, ids, changes: hasLeft ? NO_CHANGES : changes }
}

/** Whether the browser has a wish list, of whomever, perhaps an empty one. */
export function hasStoredWishes(tab: Tab) {
  try {
    return [LIST, STATE].some((key) => tab.localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}

/** Stores a list with its changes. False where the browser stores nothing. */
export function storeWishes(tab: Tab, { ids, changes }: Pick<Wishes, 'ids' | 'changes'>) {
  try {
    save(tab, STATE, { ...changes, ids })
    save(tab, LIST, ids)
    return true
  } catch {
    return false
  }
}

/** The list and its changes once a product is on the list, or no more. */
export function wishesAfter({ ids, changes }: Wishes, id: string, isWished: boolean): Pick<Wishes, 'ids' | 'changes'> {
  const others = ids.filter((other) => other !== id)
  const without = (list: string[]) => list.filter((other) => other !== id)
  const noted = {
    ...changes,
    added: isWished ? [id, ...without(changes.added)].slice(0, MOST_WISHES) : without(changes.added),
    removed: isWished ? without(changes.removed) : [id, ...without(changes.removed)].slice(0, MOST_WISHES),
  }
  return {
    ids: (isWished ? [id, ...others] : others).slice(0, MOST_WISHES),
    changes: changes.of === null ? changes : noted,
  }
}

/** The list as the shop has answered it, with what has changed since these changes were sent. */
export function wishesAnswered(now: Wishes, sent: Pick<Changes, 'added' | 'removed'>, answer: string[], at: number) {
  const added = now.changes.added.filter((id) => !sent.added.includes(id))
  const removed = now.changes.removed.filter((id) => !sent.removed.includes(id))
  const others = answer.filter((id) => !added.includes(id) && !removed.includes(id))
  return { ids: [...added, ...others].slice(0, MOST_WISHES), changes: { ...now.changes, added, removed, at } }
}

function save(tab: Tab, key: string, value: unknown) {
  const text = JSON.stringify(value)
  if (tab.localStorage.getItem(key) !== text) tab.localStorage.setItem(key, text)
}

function jsonAt(tab: Tab, key: string): unknown {
  try {
    return JSON.parse(tab.localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function accountOf(json: unknown): Account | null {
  const { _id, token, isGuest } = recordOf(json)
  return textOf(_id) && textOf(token) && isGuest !== true ? { id: textOf(_id), token: textOf(token) } : null
}

function changesOf({ of, added, removed, at }: Record<string, unknown>): Changes {
  return { of: textOf(of) || null, added: idsOf(added), removed: idsOf(removed), at: Number(at) || 0 }
}

const textOf = (json: unknown) => (typeof json === 'string' ? json : '')

/** An object; empty for any other value. */
const recordOf = (json: unknown): Record<string, unknown> => Object(json)

const ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Each id once; whatever else stands in a list is left out. */
const idsOf = (json: unknown): string[] =>
  [...new Set((Array.isArray(json) ? json : []).map(textOf))].filter((id) => ID_PATTERN.test(id)).slice(0, MOST_WISHES)
