import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { COUNTRY, HOME } from '#contract/addresses.ts'
import { countryName } from '#contract/countries.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { MOST_ADDRESSES, type SavedAddress } from '#contract/saved-addresses.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { savedAddresses, users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { SIGN_IN } from './texts.ts'

/** A user's addresses, the one used last first. */
export async function savedAddressesOf(db: Db, userId: string): Promise<SavedAddress[]> {
  const rows = await db
    .select()
    .from(savedAddresses)
    .where(eq(savedAddresses.userId, userId))
    .orderBy(desc(savedAddresses.usedAt), desc(savedAddresses.id))
  return rows.map(toSavedAddress)
}

/**
 * Saves an address, or notes that a saved one was used again, and returns it. The address used longest ago goes when
 * there are more than twenty. Throws unauthenticated when the user was deleted meanwhile.
 */
export function saveAddress(db: Db, userId: string, newAddress: ShippingAddress): Promise<SavedAddress> {
  const { address, city, postalCode, address2 = '', recipient = '', countryCode = HOME } = newAddress
  const state = newAddress.state.trim()
  const phone = countryCode === HOME ? '' : (newAddress.phone ?? '')
  return db.transaction(async (tx) => {
    // The row lock makes concurrent calls run one after the other, so that they cannot exceed the limit.
    const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
    const [owner] = await tx.select({ id: users.id }).from(users).where(isThere).for('no key update')
    if (!owner) throw new AppError('unauthenticated', SIGN_IN.needed)
    const savedAddress = await tx
      .insert(savedAddresses)
      .values({ userId, address, address2, city, state, postalCode, countryCode, phone, recipient })
      .onConflictDoUpdate({ target: ADDRESS_KEY, set: { usedAt: sql`clock_timestamp()`, phone } })
      .returning()
    await tx.delete(savedAddresses).where(
      sql`${savedAddresses.id} in (
        select id from ${savedAddresses} where user_id = ${userId} order by used_at desc, id desc offset ${MOST_ADDRESSES})`,
    )
    return toSavedAddress(onlyRow(savedAddress))
  })
}

/** Deletes one of the user's addresses. Throws not_found. */
export async function deleteSavedAddress(db: Db, userId: string, id: string) {
  const deletedRows = await db
    .delete(savedAddresses)
    .where(and(eq(savedAddresses.id, id), eq(savedAddresses.userId, userId)))
    .returning({ id: savedAddresses.id })
  if (deletedRows.length === 0) throw notFound(NOT_FOUND.savedAddress)
}

/** Deletes all addresses of these users. */
export const deleteSavedAddresses = (tx: Db, ...userIds: string[]) =>
  tx.delete(savedAddresses).where(inArray(savedAddresses.userId, userIds))

/** The columns of the unique index. */
const ADDRESS_KEY = [
  savedAddresses.userId,
  savedAddresses.recipient,
  savedAddresses.address,
  savedAddresses.address2,
  savedAddresses.city,
  savedAddresses.state,
  savedAddresses.postalCode,
  savedAddresses.countryCode,
]

const toSavedAddress = (row: typeof savedAddresses.$inferSelect): SavedAddress => ({
  _id: row.id,
  address: row.address,
  city: row.city,
  state: row.state,
  postalCode: row.postalCode,
  ...(row.countryCode === HOME
    ? { country: COUNTRY }
    : { country: countryName(row.countryCode), countryCode: row.countryCode, phone: row.phone }),
  ...(row.address2 && { address2: row.address2 }),
  ...(row.recipient && { recipient: row.recipient }),
})
