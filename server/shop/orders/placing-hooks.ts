// What features add to placing and paying an order. app/server/features.ts fills the list while the program loads.
import assert from 'node:assert/strict'
import type { z } from 'zod'
import { NewOrder } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Units of a product that only some may order; `limit` is the id of what limits it. */
export type LimitedItem = { limit: string; qty: number }

/** Fields of a new order that can be left out. */
type AddedFields = z.ZodObject<Record<string, z.ZodOptional>>

export type PlacingHooks<Added extends AddedFields = AddedFields> = {
  /** The fields that the feature adds to a new order. */
  fields?: Added
  /** Its fields of the form without JavaScript, by their names: what each adds to the order unless it is empty. */
  formFields?: Record<string, (value: string) => z.input<Added>>
  /** Locks what an order of these items needs until the transaction ends, or throws. The function returned notes the order. */
  lockLimits?(
    tx: Db,
    items: LimitedItem[],
    wanted: NewOrder & z.output<Added>,
  ): Promise<(orderId: string) => Promise<void>>
  /** Throws unless a buyer may pay an order with items of these limits. The seller may sell them to anybody. */
  requirePayable?(tx: Db, orderId: string, limits: string[]): Promise<void>
  /** Notes what else a buyer wants who is about to place an order. */
  noteBuyer?(tx: Db, userId: string, wanted: NewOrder & z.output<Added>): Promise<void>
}

export const placingHooks: PlacingHooks[] = []

/** The schema of a new order with the fields of all features, whose types only they know. */
export function newOrderSchema(): typeof NewOrder {
  const addedFields = placingHooks.flatMap(({ fields }) => Object.entries(fields?.shape ?? {}))
  const names = [...Object.keys(NewOrder.shape), ...addedFields.map(([name]) => name)]
  assert.equal(new Set(names).size, names.length, 'Two fields of a new order have the same name.')
  return NewOrder.extend(Object.fromEntries(addedFields) as Record<never, never>)
}

/** The fields that features add to the form without JavaScript, by their names. */
export const addedFormFields = () => placingHooks.flatMap(({ formFields = {} }) => Object.entries(formFields))
