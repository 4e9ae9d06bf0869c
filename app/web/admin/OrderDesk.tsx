// What admins see around and above an order.
import type { ComponentProps } from 'react'
import * as frame from '#web/admin/frame/SellerFrame.tsx'
import * as orders from '#web/admin/orders/AdminOrderSection.tsx'
import { OrderDeskFoot } from '#web/admin/orders/OrderDeskFoot.tsx'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { useAdminSlots } from './slots.ts'

export const SellerFrame = (props: ComponentProps<typeof frame.SellerFrame>) => (
  <AdminSlotsContext value={useAdminSlots()}>
    <frame.SellerFrame {...props} />
  </AdminSlotsContext>
)

export { OrderDeskFoot }

export const AdminOrderSection = (props: ComponentProps<typeof orders.AdminOrderSection>) => (
  <AdminSlotsContext value={useAdminSlots()}>
    <orders.AdminOrderSection {...props} />
  </AdminSlotsContext>
)
