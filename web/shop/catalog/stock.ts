import { useCallback, useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { callApi } from '#web/lib/call-api.ts'
import { PRODUCT } from '#web/texts/product.ts'

/** The highest stock that counts as low. */
const FEW = 3

/** The fields that limit a quantity. Carts filled by an earlier version lack the flag. */
type Stock = { qty: number; oneOfAKind?: boolean | undefined }

/** Badge text of a product with little stock; null for others and for sold-out ones. */
export function scarcityText({ qty: stock, oneOfAKind }: Stock) {
  if (stock === 1) return oneOfAKind ? PRODUCT.oneOfAKind : PRODUCT.lastOne
  return stock > 1 && stock <= FEW ? PRODUCT.fewLeft(stock) : null
}

/** A product's stock, and until when the payments take that hold all of it, if any do. */
export type Availability = { qty: number; payingUntil?: string | undefined }

export type StockNews = 'beingPaid' | 'stays' | 'justSold' | 'lastSold' | null

/**
 * What the page says of a product that was `before` when the page opened or said so last, and is `now`: that somebody
 * pays for it, that others have bought the last one, that it is for sale again; null when there is nothing to say.
 */
export function stockNews(before: Availability, now: Availability, oneOfAKind?: boolean): StockNews {
  if (now.qty > 0) return before.payingUntil ? 'stays' : null
  if (now.payingUntil) return 'beingPaid'
  if (before.qty === 0 && !before.payingUntil) return null
  return oneOfAKind ? 'justSold' : 'lastSold'
}
/** How often an open page asks: soon while somebody pays, now and then while one is left. */
const PACES = { paying: { first: 5_000, longest: 30_000 }, lastOne: { first: 20_000, longest: 120_000 } }
type Pace = keyof typeof PACES

/** Milliseconds until the next question: longer each time, and not at the same time as those of other visitors. */
export function pauseBefore(pace: Pace, requestCount: number, random = Math.random()) {
  const { first, longest } = PACES[pace]
  return Math.min(longest, first * 1.5 ** requestCount) * (0.75 + random / 2)
}

/**
 * The stock and what is new about it. It is loaded again by `check`, when the page becomes visible, and while it is
 * visible and somebody pays for the last one or one is left. `check` returns undefined when the shop does not answer.
 * The product may become that of another choice (`isChoice`), of which the page does not know whether it is being paid.
 */
export function useStock(product: Availability & Pick<Product, '_id' | 'oneOfAKind'>, isChoice = false) {
  const { _id, oneOfAKind, qty, payingUntil } = product
  const [shownBy, setShownBy] = useState<Record<string, ShownStock>>({})
  const first = shownAfter(undefined, { qty, payingUntil }, oneOfAKind)
  const { now, news } = shownBy[_id] ?? first
  const check = useCallback(async () => {
    const answer = await callApi({ url: `/api/products/${_id}` }, undefined).catch(() => undefined)
    const product = (answer ?? {}) as Partial<Product>
    const { qty: qtyLeft } = product
    if (qtyLeft === undefined) return
    setShownBy((before) => {
      const stockShown = before[_id] ?? shownAfter(undefined, { qty, payingUntil }, oneOfAKind)
      return {
        ...before,
        [_id]: shownAfter(stockShown, { qty: qtyLeft, payingUntil: product.payingUntil }, oneOfAKind),
      }
    })
    return qtyLeft
  }, [_id, qty, payingUntil, oneOfAKind])
  const isFew = qty <= 1
  useEffect(() => {
    if (isChoice && isFew) void check()
  }, [isChoice, isFew, check])
  useChecking(check, now.payingUntil ? 'paying' : now.qty === 1 ? 'lastOne' : undefined)
  return { stock: now.qty, news, check }
}

type ShownStock = { now: Availability; news: StockNews }

/** News stay until there are others. */
function shownAfter(
  stockShown: ShownStock | undefined,
  { qty, payingUntil }: Availability,
  oneOfAKind?: boolean,
): ShownStock {
  const now = { qty, payingUntil }
  // As the server rendered it, whose page may be older.
  if (!stockShown) return { now, news: qty === 0 && payingUntil ? 'beingPaid' : null }
  const news = stockNews(stockShown.now, now, oneOfAKind)
  const isSame = stockShown.now.qty > 0 === qty > 0 && !stockShown.now.payingUntil === !payingUntil
  return { now, news: news ?? (isSame ? stockShown.news : null) }
}

/** Calls `check` when the page becomes visible, and at this pace while it is. */
function useChecking(check: () => Promise<unknown>, pace: Pace | undefined) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let [requestCount, isOver] = [0, false]
    const next = () => {
      if (pace && !isOver && !document.hidden)
        timer = setTimeout(() => check().then(next), pauseBefore(pace, requestCount++))
    }
    const look = () => {
      clearTimeout(timer)
      if (!document.hidden) check().then(next)
    }
    next()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      isOver = true
      document.removeEventListener('visibilitychange', look)
    }
  }, [check, pace])
}
