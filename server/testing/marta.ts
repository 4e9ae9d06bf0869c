// A person whose traces can be found in the whole database.
import type { Db } from '#server/platform/db/client.ts'

/** Each is unlike anything else in a database. */
export const MARTA = {
  name: 'Marta Zebrowski',
  email: 'Marta.Z@zebra.example',
  street: '77 Quagga Lane',
  second: 'Apt Okapi',
  phone: '+49 30 5550199',
  words: 'xylograph',
}
/** Every text by which somebody could find her; each of her own words has the last one. */
export const TRACES = Object.values(MARTA)

/** A shop in which she has bought a pen and not paid for another order; `isProven`: whether her address is. */
type ShopOfMarta = {
  db: Db
  owner: { id: string }
  marta: { id: string }
  pen: { id: string }
  order: { _id: string }
  unpaidOrder: { _id: string }
  isProven: boolean
}

/** Leaves data about her in every table of a feature that can hold some (`testing/person-rows.ts`). */
export type LeaveTraces = (shop: ShopOfMarta) => Promise<unknown>
