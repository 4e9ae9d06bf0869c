import { createContext } from 'react'

/** Fields that a feature adds to an order, as its part of the API takes them. */
export type AddedFields = Readonly<Record<string, unknown>>

/** What a feature adds to an order at the moment in which it is placed. */
export type OrderPart = () => AddedFields

export const OrderPartsContext = createContext<readonly OrderPart[]>([])
