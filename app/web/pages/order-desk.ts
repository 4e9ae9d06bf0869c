import { lazy, type ReactNode } from 'react'
import type { OrderDesk } from '#web/shop/slots/order-desk.ts'

// An old page that fails to load these still shows the order.
const desk = () => import('#app/web/admin/OrderDesk.tsx').catch(() => null)
const Nothing = () => null
const NoFrame = ({ children }: { children: ReactNode }) => children

export const ORDER_DESK: OrderDesk = {
  Frame: lazy(async () => ({ default: (await desk())?.SellerFrame ?? NoFrame })),
  Section: lazy(async () => ({ default: (await desk())?.AdminOrderSection ?? Nothing })),
  Foot: lazy(async () => ({ default: (await desk())?.OrderDeskFoot ?? Nothing })),
}
