import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AuditKind } from '#contract/admin/audit-log.ts'
import type { UserPage, UserQuery, UserUpdate } from '#contract/admin/users.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { UserDetails } from '#contract/users.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { pageInfo, sliceFromStart } from '#server/platform/db/pagination.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { ascending, ascendingNullsFirst, bothDirections, descending } from '#server/platform/db/sorting.ts'
import { containsWords } from '#server/platform/db/text-match.ts'
import { isToShip, orders } from '#server/shop/schema/orders.ts'
import { isAccount, users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { deleteApiKeys } from './api-keys.ts'
import { deleteMailedTokens } from './mailed-tokens.ts'
import { endOtherSignIns } from './other-sign-ins.ts'
import { isProvenAddress } from './proven-addresses.ts'
import { type Caller, endOtherSessions, endSessions } from './sessions.ts'
import { PEOPLE } from './texts.ts'
import { queueAddressChangeMails, toUserDetails } from './users.ts'

// The order of the indexes.
const ORDER: Record<UserQuery['sort'], SQL> = {
  ...bothDirections('name', ascending(sql`lower(${users.name})`), ascending(users.id)),
  ...bothDirections('email', ascending(sql`lower(${users.email})`)),
  ...bothDirections('joined', ascendingNullsFirst(users.createdAt), descending(users.id)),
}

/**
 * Lists users for admins: one page of those whose name or email contains the keyword. Throws not_found for a page past
 * the end.
 */
export async function usersPage(db: Db, { keyword, pageNumber, sort }: UserQuery): Promise<UserPage> {
  const matchesKeyword = keyword
    ? containsWords(sql`lower(${users.name} || ' ' || ${users.email})`, keyword)
    : undefined
  const where = and(isAccount(users), matchesKeyword)
  const { skip, limit } = sliceFromStart(pageNumber, ADMIN_PAGE_SIZE)
  // By an index alone, so that the users before the page are counted off without being read.
  const onPage = db.select({ id: users.id }).from(users).where(where).orderBy(ORDER[sort]).limit(limit).offset(skip)
  const [total, rows] = await Promise.all([
    countRows(db, users, where, skip),
    db.select().from(users).where(inArray(users.id, onPage)).orderBy(ORDER[sort]),
  ])
  const waiting = await ordersToShipOf(
    db,
    rows.map(({ id }) => id),
  )
  const page = rows.map((row) => ({ ...toUserDetails(row), ordersToShip: waiting.get(row.id) ?? 0 }))
  return { users: page, ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE, rows.length) }
}

/** Counts the unshipped orders of each user; users without any are not in the map. */
async function ordersToShipOf(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: orders.userId, count: count() })
    .from(orders)
    .where(and(inArray(orders.userId, userIds), isToShip(orders)))
    .groupBy(orders.userId)
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/**
 * Changes a user for an admin; omitted fields stay. A new email address ends the user's sessions, API keys and reset
 * links, and a message goes to both addresses. Throws not_found, last_admin, and email_refused when another user has
 * the address.
 */
export function changeUser(
  db: Db,
  caller: Caller,
  id: string,
  update: UserUpdate,
  tell: (kind: AuditKind) => void,
): Promise<UserDetails> {
  return db.transaction(async (tx) => {
    const { person, otherAdmins } = await lockUser(tx, id)
    const { name = person.name, email = person.email, isAdmin = person.isAdmin, isAPI = person.isApi } = update
    const isPacker = !isAdmin && (update.isPacker ?? person.isPacker)
    const isMoving = email !== person.email
    const isRoleChanged = isAdmin !== person.isAdmin || isPacker !== person.isPacker || isAPI !== person.isApi
    if (person.isGuest) throw notFound(NOT_FOUND.account)
    if (person.isAdmin && !isAdmin && otherAdmins === 0) throw lastAdmin()
    const wasProven = isMoving && (await isProvenAddress(tx, person.email))
    const [updatedPerson = person] = await tx
      .update(users)
      .set({ name, email, isAdmin, isPacker, isApi: isAPI, ...(isMoving && { emailVerifiedAt: null }) })
      .where(eq(users.id, id))
      .returning()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? emailTaken() : error
      })
    if (isMoving) {
      await (id === caller.id ? endOtherSessions(tx, caller) : endSessions(tx, id))
      await endOtherSignIns(tx, id)
      await deleteApiKeys(tx, id)
      await deleteMailedTokens(tx, [id], [person.email])
      await queueAddressChangeMails(tx, { to: person.email, isProven: wasProven }, email)
    }
    // Otherwise they would work again once the role is given back.
    if (!isAPI) await deleteApiKeys(tx, id)
    if (isRoleChanged) tell('role_changed')
    else if (isMoving) tell('account_changed')
    return toUserDetails(updatedPerson)
  })
}

/**
 * Reads a user and counts the other admins. It locks all of these rows, so that two admins who demote or delete each
 * other at once do so one after the other. Throws not_found.
 */
export async function lockUser(tx: Db, id: string) {
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

/** The last admin cannot be deleted or lose the role. */
export const lastAdmin = () => new AppError('last_admin', PEOPLE.lastAdmin)

function emailTaken() {
  const message = PEOPLE.emailTaken
  return new AppError('email_refused', message, { issues: [{ path: 'email', message }] })
}
