import { lazy } from 'react'
import type { Order } from '#contract/orders.ts'

const Nothing = (_: { order: Order }) => null

/** The admin's panel below an order, which only admins download. An old page that fails to load it still shows the order. */
export const AdminOrderSection = lazy(async () => ({
  default: (await import('../admin/orders/AdminOrderSection.tsx').catch(() => null))?.AdminOrderSection ?? Nothing,
}))
