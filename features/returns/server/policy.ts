import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import type { ReturnPolicy } from '../admin-contract.ts'
import { returnPolicy } from '../schema.ts'

const columns = { days: returnPolicy.days, exchanges: returnPolicy.exchanges, postage: returnPolicy.postage }

/** The policy of a seller who has not saved one. */
const NO_RETURNS: ReturnPolicy = { days: 0, exchanges: false, postage: 'buyer' }

/** The seller's return policy; null until she saves one. */
export async function savedPolicy(db: Db): Promise<ReturnPolicy | null> {
  return (await db.select(columns).from(returnPolicy))[0] ?? null
}

/** The seller's return policy; without one, no returns. */
export const currentPolicy = async (db: Db): Promise<ReturnPolicy> => (await savedPolicy(db)) ?? NO_RETURNS

/** Saves the return policy and returns it. Returns asked for before it stay as they are. */
export async function savePolicy(db: Db, policy: ReturnPolicy): Promise<ReturnPolicy> {
  const rows = await db
    .insert(returnPolicy)
    .values(policy)
    .onConflictDoUpdate({ target: returnPolicy.id, set: policy })
    .returning(columns)
  return onlyRow(rows)
}
