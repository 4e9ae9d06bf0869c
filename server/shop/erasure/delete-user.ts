import type { UserDetails } from '#contract/users.ts'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { lastAdmin, lockUser } from '#server/shop/accounts/admin-users.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { PEOPLE } from '#server/shop/accounts/texts.ts'
import { toUserDetails } from '#server/shop/accounts/users.ts'
import { erasePerson } from './erase-person.ts'
import { customerOfAccount, guestOfOrder } from './person.ts'

/**
 * Deletes a user and returns what was deleted. The orders stay, those that still have to be shipped with the user's
 * name; all other personal data go, as `erasePerson` says. Throws not_found, own_account or last_admin.
 */
export function deleteUser(db: Db, caller: Caller, id: string): Promise<UserDetails> {
  return db.transaction(async (tx) => {
    const { person, otherAdmins } = await lockUser(tx, id)
    if (id === caller.id) throw new AppError('own_account', PEOPLE.ownAccount)
    if (person.isAdmin && otherAdmins === 0) throw lastAdmin()
    await erasePerson(tx, await customerOfAccount(tx, person))
    return toUserDetails(person)
  })
}

/** Erases the guest who bought the order, for the seller. Throws not_found for an order of an account. */
export const eraseGuest = (db: Database, orderId: string): Promise<void> =>
  db.transaction(async (tx) => erasePerson(tx, await guestOfOrder(tx, orderId)))
