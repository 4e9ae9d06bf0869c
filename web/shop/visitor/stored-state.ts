import { createAction } from '@reduxjs/toolkit'
import type { Answered } from '#contract/answers.ts'
import { toCents } from '#contract/money.ts'
import type { UserInfo } from '#contract/users.ts'
import { recordOf, textOf } from '#web/lib/parsed-json.ts'
import { sessionRestored } from '#web/lib/sessionSlice.ts'
import { type AddressForm, type Cart, type CartItem, itemKey } from './cart.ts'

/** The contents of localStorage by key. Amounts are in cents here and in dollars there. */
export type StoredState = Cart & { userInfo: UserInfo | null }

/** The store takes over the contents of localStorage, session and cart in one, without saving them again. */
export const storageRestored = createAction<StoredState>(sessionRestored.type)

/** Parses each key from JSON. A value of the wrong shape counts as absent. */
export const SHAPES: { [Key in keyof StoredState]: (json: unknown) => StoredState[Key] } = {
  userInfo: userOf,
  cartItems: itemsOf,
  shippingAddress: addressOf,
  paymentMethod: textOf,
  couponCode: textOf,
  cartOwner: (json) => textOf(json) || null,
}

/** An address, perhaps an incomplete one; empty when a field is not a string. */
export function addressOf(json: unknown): AddressForm {
  const fields = recordOf(json)
  return Object.values(fields).every((field) => typeof field === 'string') ? fields : {}
}

function userOf(json: unknown): UserInfo | null {
  const { _id, name, email, isAdmin, isAPI, token } = recordOf(json)
  const hasTexts = [_id, name, email, token].every((text) => textOf(text) !== '')
  const hasRoles = [isAdmin, isAPI].every((role) => typeof role === 'boolean')
  return hasTexts && hasRoles ? (json as UserInfo) : null
}

/** Every piece stands for itself: one damaged entry does not cost the shopper the others. */
function itemsOf(json: unknown): CartItem[] {
  const items = new Map((Array.isArray(json) ? json : []).flatMap(itemOf).map((item) => [itemKey(item), item]))
  return [...items.values()]
}

/** More pieces than this no shop has. */
const MOST_UNITS = 1_000_000

function itemOf(json: unknown): CartItem[] {
  const { product, name, image, price, qty, qtyAvail, oneOfAKind, answers } = recordOf(json)
  const hasTexts = [product, name, image].every((text) => textOf(text) !== '')
  const hasPrice = typeof price === 'number' && price >= 0 && Number.isSafeInteger(toCents(price))
  if (!hasTexts || !hasPrice || !isCount(qty) || !isCount(qtyAvail)) return []
  const [id, title, photo] = [product, name, image] as [string, string, string]
  const oneOfAKindPart = typeof oneOfAKind === 'boolean' ? { oneOfAKind } : {}
  const answerList = answersIn(answers)
  const answersPart = answerList.length > 0 ? { answers: answerList } : {}
  return [
    { product: id, name: title, image: photo, price: toCents(price), qtyAvail, ...oneOfAKindPart, qty, ...answersPart },
  ]
}

/** Damaged answers are left out; the cart finds out when it is refreshed. */
const answersIn = (json: unknown): Answered[] =>
  (Array.isArray(json) ? json : []).flatMap((one) => {
    const { key, label, answer, price } = recordOf(one)
    const isWhole = [key, label, answer].every((text) => textOf(text) !== '')
    if (!isWhole || typeof price !== 'number' || !(price >= 0) || !Number.isSafeInteger(price)) return []
    return [{ key: textOf(key), label: textOf(label), answer: textOf(answer), price }]
  })

const isCount = (json: unknown): json is number =>
  Number.isInteger(json) && (json as number) > 0 && (json as number) <= MOST_UNITS
