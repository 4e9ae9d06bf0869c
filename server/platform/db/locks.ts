import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { placeholders, preparedFor } from './prepared-for.ts'

/**
 * The first key of every advisory lock of the shop. The second is 0, or the hash of the locked thing. Two versions that
 * run at once must agree on these numbers.
 */
export const LOCKS = {
  /** Bringing the tables up to date. */
  migration: 7_272_701,
  /** Making the first admin. */
  firstAdmin: 7_272_702,
  /** Filling the shop with the demo's products. */
  demoShop: 7_272_703,
  /** Filling the shop with two years of sales. */
  largeShop: 7_272_704,
  /** Giving a product its slug. */
  slugs: 7_272_705,
  /** Adding up the bytes of all photos. */
  photoSpace: 7_272_706,
  /** Placing an order, by user. */
  placeOrder: 7_272_707,
  /** The life of a process of the shop, by its process id. */
  process: 7_272_708,
  /** Making the tables of the card service's simulator. */
  simulator: 7_272_709,
  /** Running the jobs that one process runs for all, for as long as its connection lives. */
  leader: 7_272_710,
  /** Editing the look. */
  look: 7_272_711,
  /** Telling shoppers that a product can be bought again. */
  requests: 7_272_712,
  /** Reminding buyers of orders that are not paid. */
  paymentReminders: 7_272_734,
  /** Replacing the tax rates of a state. */
  taxRates: 7_272_714,
  /** Erasing what is known by an email address, by that address. */
  erasure: 7_272_715,
  /** Adding past orders with their customers, and removing them. */
  history: 7_272_731,
  /** Adding new words of products, by the triggers that do when a transaction commits. */
  productWords: 7_272_732,
  /** Editing synonyms of the search, and saving fruitless searches. */
  searchWords: 7_272_733,
  /** Adding endpoints of webhooks. */
  webhookEndpoints: 7_272_741,
  /** Making a backup (1), practicing to restore one (2), on a connection of its own. */
  backup: 7_272_720,
} as const

/** Takes the advisory lock until the transaction ends; with an `id`, the lock of that thing alone. */
export const holdLock = (tx: Db, name: keyof typeof LOCKS, id: string | null = null) =>
  taking(tx).execute({ lock: LOCKS[name], id })

const taking = preparedFor((db) => {
  const { lock, id } = placeholders('lock', 'id')
  return db
    .select({ taken: sql`pg_advisory_xact_lock(${lock}::int, coalesce(hashtext(${id}::text), 0))` })
    .from(sql`(values (1)) one`)
    .prepare('take_lock')
})
