import { createElement, Fragment, lazy, type ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'

const Nothing = (_: { order: Order }) => null
const NoFrame = ({ children }: { children: ReactNode }) => createElement(Fragment, null, children)

/** The frame of the seller's screens, which only admins download. */
export const SellerFrame = lazy(async () => ({
  default: (await import('../admin/frame/SellerFrame.tsx').catch(() => null))?.SellerFrame ?? NoFrame,
}))

/**
 * The admin's panel below an order, which only admins download. An old page that fails to load it still shows the
 * order.
 */
export const AdminOrderSection = lazy(async () => ({
  default: (await import('../admin/orders/AdminOrderSection.tsx').catch(() => null))?.AdminOrderSection ?? Nothing,
}))
