import { createContext } from 'react'
import type { NewOrder } from '#contract/orders.ts'

/** What a feature adds to an order at the moment in which it is placed. */
export type OrderPart = () => Partial<NewOrder>

export const OrderPartsContext = createContext<readonly OrderPart[]>([])
