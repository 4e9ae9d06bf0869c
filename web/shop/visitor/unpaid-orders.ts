import { useSyncExternalStore } from 'react'
import type { Order } from '#contract/orders.ts'
import { recordOf, textOf } from '#web/lib/parsed-json.ts'

/** An order that its user has placed with this browser's cart and, as far as the browser knows, not paid. */
export type UnpaidOrder = { user: string; id: string; number: number; products: string[] }

const KEY = 'unpaidOrders'
/** The latest ones. */
const MOST = 3

/** The unpaid orders of a user, the latest last. Other tabs that place or pay one are followed. */
export const useUnpaidOrders = (userId: string | undefined) =>
  ordersIn(useSyncExternalStore(followStorage, storedText, () => '')).filter(({ user }) => user === userId)

function followStorage(onChange: () => void) {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

/** Stores that the user has placed an order. */
export const rememberUnpaidOrder = (user: string, { _id: id, number, orderItems }: Order) =>
  save([...others(id), { user, id, number, products: orderItems.map(({ product }) => product) }].slice(-MOST))

/** Forgets an order that is paid, canceled or deleted. */
export function forgetUnpaidOrder(id: string) {
  const orders = ordersIn(storedText())
  if (orders.some((order) => order.id === id)) save(others(id))
}

const others = (id: string) => ordersIn(storedText()).filter((order) => order.id !== id)

function storedText() {
  try {
    return window.localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function save(orders: UnpaidOrder[]) {
  try {
    if (orders.length > 0) window.localStorage.setItem(KEY, JSON.stringify(orders))
    else window.localStorage.removeItem(KEY)
  } catch {
    // Storage is off or full.
  }
}

/** Without damaged entries. */
function ordersIn(text: string): UnpaidOrder[] {
  try {
    const json: unknown = JSON.parse(text || '[]')
    return (Array.isArray(json) ? json : []).flatMap((one) => {
      const { user, id, number, products } = recordOf(one)
      if (!textOf(user) || !textOf(id) || !Number.isInteger(number) || !Array.isArray(products)) return []
      return [{ user: textOf(user), id: textOf(id), number: number as number, products: products.map(textOf) }]
    })
  } catch {
    return []
  }
}
