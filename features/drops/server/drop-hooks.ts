// What drops add to products and orders.
import type { LineLink, LineOfProduct } from '#contract/lines.ts'
import { fieldError } from '#server/shop/catalog/field-error.ts'
import type { ProductHooks } from '#server/shop/catalog/product-hooks.ts'
import type { PlacingHooks } from '#server/shop/orders/placing-hooks.ts'
import { TicketsOfOrder } from '../contract.ts'
import { TICKET_PATTERN } from '../ticket-pattern.ts'
import { lockAdmissions, noteOrderOf, requireAdmissions } from './admissions.ts'
import { dropIdOfProduct } from './dropped-products.ts'
import { dropOfProduct, openDrop, waitsForDrop } from './open-drop.ts'
import { DROPS } from './texts.ts'

const withIsoTime = <Drop extends { startsAt: string }>(drop: Drop): Drop => ({
  ...drop,
  startsAt: new Date(drop.startsAt).toISOString(),
})

export const ofProducts: ProductHooks = {
  page: { drop: { sql: openDrop, write: (drop: LineLink) => withIsoTime(drop) } },
  admin: {
    inDrop: { sql: dropOfProduct, write: (drop: LineOfProduct) => withIsoTime(drop) },
  },
  comingSale: {
    condition: waitsForDrop,
    isComing: ({ inDrop }) => inDrop?.state === 'planned',
    refusal: DROPS.hidden,
  },
  limit: dropIdOfProduct,
  requireEdit({ inDrop }, { choices }) {
    if (inDrop && choices) throw fieldError('choices', DROPS.noChoices(inDrop.name))
  },
}

export const ofOrders: PlacingHooks<typeof TicketsOfOrder> = {
  fields: TicketsOfOrder,
  formFields: { ticket: (ticket) => (TICKET_PATTERN.test(ticket) ? { tickets: [ticket] } : {}) },
  async lockLimits(tx, items, { tickets = [] }) {
    const places = await lockAdmissions(tx, items, tickets)
    return async (orderId) => {
      if (places.length > 0) await noteOrderOf(tx, orderId, places)
    }
  },
  requirePayable: requireAdmissions,
}
