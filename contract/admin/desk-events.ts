import { z } from 'zod'

/**
 * What the seller may want to hear of at once. `asks`: for another product like one. `cancels`: a buyer wants an order
 * canceled, or the money back for one that is late. `to_ship`: orders to ship today. `dispute`: a bank claims money back.
 */
export const DeskEventKind = z.enum(['sold', 'to_ship', 'asks', 'cancels', 'low_stock', 'dispute'])
export type DeskEventKind = z.infer<typeof DeskEventKind>

/**
 * An event, with its order if it has one, or with the number of things that it is about. `key` is the same whenever the
 * event is told again.
 */
export type DeskEvent = { kind: DeskEventKind; key: string; orderId: string | null; count?: number | undefined }
