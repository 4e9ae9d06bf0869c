import { type ComponentType, createContext, type ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'

/** What admins see on the page of an order, which only they download. */
export type OrderDesk = {
  /** The frame of the seller's screens. */
  Frame: ComponentType<{ children: ReactNode }>
  /** What the seller does with the order. */
  Section: ComponentType<{ order: Order }>
  /** What the seller rarely does with it, at the foot. */
  Foot: ComponentType<{ order: Order }>
}

/** Set by app/web, which knows the admin. */
export const OrderDeskContext = createContext<OrderDesk>({
  Frame: ({ children }) => children,
  Section: () => null,
  Foot: () => null,
})
