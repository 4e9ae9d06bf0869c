// Sales that the shop has not confirmed yet. This browser keeps them, also when it is closed, until it has.
import { useSyncExternalStore } from 'react'
import { recordOf, textOf } from '#web/lib/parsed-json.ts'
import type { ManualDraft, requestOf } from './manual-draft.ts'

/** A sale that was pressed. `order` is the request with its key, which makes one order however often it is sent. */
export type UnsentSale = {
  /** The id of the admin who sold: nobody else sends it. */
  user: string
  draft: ManualDraft
  order: ReturnType<typeof requestOf>['order'] & { confirmsPrice: boolean }
  /** What the buyer paid, in cents. */
  total: number
  soldAt: string
  /** Why the shop did not take it. It is not sent again by itself. */
  refusal?: string
}

const KEY = 'unsentSales'

/** All sales that this browser keeps, also those of others who sold with it. */
export const useUnsentSales = (): UnsentSale[] => salesIn(useSyncExternalStore(follow, storedText, () => ''))

/** The sales that this browser keeps now. */
export const unsentSales = () => salesIn(storedText())

/** Keeps a sale. Returns whether the browser's storage took it. */
export const keepSale = (sale: UnsentSale) => save([...others(sale.order.key), sale])

/** Forgets a sale that the shop has, or that its seller has taken back. */
export const forgetSale = (key: string) => save(others(key))

/** Notes why the shop did not take a sale; without a reason it waits to be sent again. */
export function noteRefusal(key: string, refusal?: string) {
  const noted = ({ refusal: _, ...sale }: UnsentSale) => (refusal === undefined ? sale : { ...sale, refusal })
  save(unsentSales().map((sale) => (sale.order.key === key ? noted(sale) : sale)))
}

/** How many units of each product these sales have, by its id. */
export function unitsIn(sales: Pick<UnsentSale, 'draft'>[]) {
  const units = new Map<string, number>()
  for (const { product, qty } of sales.flatMap(({ draft }) => draft.lines))
    units.set(product, (units.get(product) ?? 0) + qty)
  return units
}

const others = (key: string) => unsentSales().filter(({ order }) => order.key !== key)

const listeners = new Set<() => void>()

function follow(onChange: () => void) {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

function storedText() {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function save(sales: UnsentSale[]) {
  try {
    if (sales.length > 0) localStorage.setItem(KEY, JSON.stringify(sales))
    else localStorage.removeItem(KEY)
  } catch {
    return false
  }
  for (const onChange of listeners) onChange()
  return true
}

let parsed: { text: string; sales: UnsentSale[] } = { text: '', sales: [] }

/** The sales of the stored text, the same array for the same text, without damaged ones. */
function salesIn(text: string): UnsentSale[] {
  if (text !== parsed.text) parsed = { text, sales: parsedSales(text) }
  return parsed.sales
}

function parsedSales(text: string): UnsentSale[] {
  try {
    const json: unknown = JSON.parse(text || '[]')
    return (Array.isArray(json) ? json : []).filter(isSale)
  } catch {
    return []
  }
}

function isSale(json: unknown): json is UnsentSale {
  const { user, draft, order, total } = recordOf(json)
  const { key, lines, fields } = recordOf(draft)
  const isWhole = textOf(user) && textOf(key) && Array.isArray(lines) && typeof fields === 'object'
  return Boolean(isWhole) && recordOf(order).key === key && Number.isInteger(total)
}
