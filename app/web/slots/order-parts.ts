import { ticketsOfOrder } from '#features/drops/shop/drop-tickets.ts'
import type { OrderPart } from '#web/shop/slots/order-parts.ts'

/** What the features add to an order at the moment in which it is placed. */
export const ORDER_PARTS: readonly OrderPart[] = [ticketsOfOrder]
