import { lazy } from 'react'
import type { Order } from '#contract/orders.ts'

const Nothing = (_: { order: Order }) => null

/** What admins have below an order, which nobody else fetches. An old page without it still shows the order. */
export const AdminOrderSection = lazy(async () => ({
  default: (await import('../admin/orders/AdminOrderSection.tsx').catch(() => null))?.AdminOrderSection ?? Nothing,
}))
