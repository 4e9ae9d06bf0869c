import { and, count, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { UserPage, UserQuery, UserUpdate } from '#contract/admin/users.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { UserDetails } from '#contract/users.ts'
import type { Db } from '../db/client.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { pageInfo } from '../db/pagination.ts'
import { isToShip, orders, users } from '../db/schema.ts'
import { containsWords } from '../db/text-match.ts'
import { AppError, notFound } from '../errors.ts'
import { unqueueAccountMail } from '../mail/outbox.ts'
import { keepRecipient } from '../orders/recipients.ts'
import { removeUserCounters } from '../rate-limits/rate-limits.ts'
import { PEOPLE } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { endKeys } from './api-keys.ts'
import { endResets } from './reset-links.ts'
import { type Caller, endOtherSessions, endSessions, requireRecentSignIn } from './sessions.ts'
import { tellBothAddresses, toDetails } from './users.ts'

// As the indexes have it: without `nulls last` PostgreSQL would sort instead of walking along them.
const ORDER: Record<UserQuery['sort'], SQL> = {
  name: sql`lower(${users.name}), ${users.id}`,
  '-name': sql`lower(${users.name}) desc, ${users.id} desc`,
  email: sql`lower(${users.email})`,
  '-email': sql`lower(${users.email}) desc`,
  joined: sql`${users.createdAt} nulls first, ${users.id} desc`,
  '-joined': sql`${users.createdAt} desc nulls last, ${users.id}`,
}

/** A page of the accounts whose name or address contains the keyword. Throws not_found for a page past the end. */
export async function usersPage(db: Db, { keyword, pageNumber, sort }: UserQuery): Promise<UserPage> {
  const found = keyword ? containsWords(sql`lower(${users.name} || ' ' || ${users.email})`, keyword) : undefined
  const where = and(isNull(users.deletedAt), found)
  const [total, rows] = await Promise.all([
    db.$count(users, where),
    db
      .select()
      .from(users)
      .where(where)
      .orderBy(ORDER[sort])
      .limit(ADMIN_PAGE_SIZE)
      .offset((pageNumber - 1) * ADMIN_PAGE_SIZE),
  ])
  const waiting = await ordersToShipOf(
    db,
    rows.map(({ id }) => id),
  )
  const page = rows.map((row) => ({ ...toDetails(row), ordersToShip: waiting.get(row.id) ?? 0 }))
  return { users: page, ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

/** How many orders of each account wait to be shipped; accounts without any are left out. */
async function ordersToShipOf(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: orders.userId, count: count() })
    .from(orders)
    .where(and(inArray(orders.userId, userIds), isToShip(orders)))
    .groupBy(orders.userId)
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/**
 * Changes an account as an admin wants it; what is left out stays. A new address ends the person's sessions, keys and
 * links, and both addresses are told. Throws not_found, last_admin, email_refused for an address that another account has,
 * and sign_in_again when a role or the address is to change and the admin's own sign-in is older than 15 minutes.
 */
export function changePerson(db: Db, caller: Caller, id: string, update: UserUpdate): Promise<UserDetails> {
  return db.transaction(async (tx) => {
    const { person, otherAdmins } = await lockedPerson(tx, id)
    const { name = person.name, email = person.email, isAdmin = person.isAdmin, isAPI = person.isApi } = update
    const isMoving = email !== person.email
    const isEntrusted = isAdmin !== person.isAdmin || isAPI !== person.isApi
    if (isMoving || isEntrusted) requireRecentSignIn(caller, PEOPLE.signInAgain)
    if (person.isAdmin && !isAdmin && otherAdmins === 0) throw lastAdmin()
    const [changed = person] = await tx
      .update(users)
      .set({ name, email, isAdmin, isApi: isAPI })
      .where(eq(users.id, id))
      .returning()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? emailTaken() : error
      })
    if (isMoving) {
      await (id === caller.id ? endOtherSessions(tx, caller) : endSessions(tx, id))
      await endKeys(tx, id)
      await endResets(tx, id, person.email)
      await tellBothAddresses(tx, person.email, email)
    }
    return toDetails(changed)
  })
}

/**
 * Deletes an account: its orders stay, with the person's name on those that are still to be delivered, and all else that
 * the shop knows of the person goes, at once with what signs them in.
 * Answers who it was. Throws not_found, own_account or last_admin.
 */
export function deletePerson(db: Db, caller: Caller, id: string): Promise<UserDetails> {
  return db.transaction(async (tx) => {
    const { person, otherAdmins } = await lockedPerson(tx, id)
    if (id === caller.id) throw new AppError('own_account', PEOPLE.ownAccount)
    if (person.isAdmin && otherAdmins === 0) throw lastAdmin()
    await keepRecipient(tx, id, person.name)
    await tx
      .update(users)
      .set({ ...NOBODY, deletedAt: sql`now()` })
      .where(eq(users.id, id))
    await endSessions(tx, id)
    await endResets(tx, id, person.email)
    await unqueueAccountMail(tx, person.email)
    await endKeys(tx, id)
    const isNoted = and(eq(orders.userId, id), isNotNull(orders.payerNote))
    await tx.update(orders).set({ payerNote: null }).where(isNoted)
    await removeUserCounters(tx, id, person.email)
    return toDetails(person)
  })
}

/** What a deleted account keeps of a person; no password has that hash. */
const NOBODY = { name: PEOPLE.deleted, email: '', passwordHash: '', isAdmin: false, isApi: false }

/**
 * An account, and how many other admins there are. All of them are locked, so that of two who demote or delete each
 * other at the same moment the second finds out what the first has done. Throws not_found.
 */
async function lockedPerson(tx: Db, id: string) {
  const rows = await tx
    .select()
    .from(users)
    .where(and(isNull(users.deletedAt), or(eq(users.id, id), users.isAdmin)))
    .orderBy(users.id)
    .for('no key update')
  const person = rows.find((row) => row.id === id)
  if (!person) throw notFound(NOT_FOUND.account)
  return { person, otherAdmins: rows.filter((row) => row.isAdmin && row !== person).length }
}

const lastAdmin = () => new AppError('last_admin', PEOPLE.lastAdmin)

function emailTaken() {
  const message = PEOPLE.emailTaken
  return new AppError('email_refused', message, { issues: [{ path: 'email', message }] })
}
