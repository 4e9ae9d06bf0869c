// Deletions that people ask for themselves. What is under way stops them; the seller's own deletions are in
// server/shop/accounts/admin-users.ts.
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { isPasswordOf } from '#server/shop/accounts/passwords.ts'
import { type Person, personHooks } from '#server/shop/accounts/person.ts'
import { isProvenAddress } from '#server/shop/accounts/proven-addresses.ts'
import { type Caller, requireSignIn } from '#server/shop/accounts/sessions.ts'
import { PEOPLE, SIGN_IN } from '#server/shop/accounts/texts.ts'
import { erasePerson, isOpenUnpaid } from '#server/shop/erasure/erase-person.ts'
import { personOfAccount, personOfAddress, rowsOfFeatures } from '#server/shop/erasure/person.ts'
import { queueAccountMail } from '#server/shop/notifications/queue.ts'
import { mayTravel } from '#server/shop/orders/recipients.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { isAccount, users } from '#server/shop/schema/users.ts'
import type { DeletionPreview } from '../contract.ts'
import { DELETION, OBSTACLES } from './texts.ts'
import { lockOrders, underWay } from './under-way.ts'

/** The lock under which what is known by an email address is erased, by that address. */
const ERASURE_LOCK = 7_272_715

/** What the deletion of the caller's account would do. */
export async function accountDeletionPreview(db: Db, caller: Caller): Promise<DeletionPreview> {
  const account = await accountOf(db, caller.id)
  const person = await personOfAccount(db, account)
  const personPreview = await preview(db, person, account.email)
  return account.isAdmin ? { ...personPreview, obstacles: [await adminObstacle(db, account.id)] } : personPreview
}

/** What the deletion by a mailed link would do. */
export async function addressDeletionPreview(db: Db, email: string): Promise<DeletionPreview> {
  const hasAccount = await db.$count(users, and(sql`lower(${users.email}) = lower(${email})`, isAccount(users)))
  const personPreview = await preview(db, await personOfAddress(db, email), email)
  return { ...personPreview, ...(hasAccount > 0 && { hasAccount: true as const }) }
}

async function preview(db: Db, person: Person, shownEmail: string): Promise<DeletionPreview> {
  const { ids } = person
  const isTheirs = inArray(orders.userId, ids)
  const isPaid = eq(orders.state, 'paid')
  const [obstacles, keptOrders, parcels, unpaidOrders, ...wishes] = await Promise.all([
    underWay(db, ids),
    db.$count(orders, and(isTheirs, isPaid)),
    db.$count(orders, and(isTheirs, isPaid, sql`${orders.deliveredAt} is not null`, mayTravel)),
    db.$count(orders, isOpenUnpaid(ids)),
    ...personHooks.flatMap(({ countWishes }) => countWishes?.(db, person) ?? []),
  ])
  return {
    email: shownEmail,
    obstacles,
    orders: keptOrders,
    parcels,
    unpaid: unpaidOrders,
    requests: wishes.reduce((sum, count) => sum + count, 0),
  }
}

/**
 * Deletes the caller's account at once and queues a message to its address. Throws password_wrong, deletion_refused
 * while something is under way, last_admin or own_account for an admin, and unauthenticated when it is deleted already.
 */
export async function deleteOwnAccount(db: Database, caller: Caller, password: string): Promise<void> {
  requireSignIn(caller)
  const { passwordHash } = await accountOf(db, caller.id)
  if (!(await isPasswordOf(passwordHash, password, true))) throw new AppError('password_wrong', DELETION.wrongPassword)
  await db.transaction(async (tx) => {
    const account = await accountOf(tx, caller.id, true)
    // Another tab changed the password meanwhile, and ended this session.
    if (account.passwordHash !== passwordHash) throw new AppError('unauthenticated', SIGN_IN.needed)
    if (account.isAdmin) throw await adminRefusal(tx, account.id)
    const isProven = await isProvenAddress(tx, account.email)
    await eraseUnlessUnderWay(tx, await personOfAccount(tx, account))
    await queueAccountMail(tx, 'data_deleted', account.email, { isProven })
  })
}

/** Deletes the data of an address without its account, by the mailed link, as `deleteOwnAccount` does. */
export async function deleteByAddress(db: Database, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Pressed twice at once, the second press finds nothing left.
    await holdLock(tx, ERASURE_LOCK, email.toLowerCase())
    const person = await personOfAddress(tx, email)
    if (person.ids.length === 0 && (await rowsOfFeatures(tx, email)) === 0) return
    await eraseUnlessUnderWay(tx, person)
    // The link was mailed there.
    await queueAccountMail(tx, 'data_deleted', email, { isProven: true })
  })
}

async function eraseUnlessUnderWay(tx: Db, person: Person) {
  await lockOrders(tx, person.ids)
  const obstacles = await underWay(tx, person.ids)
  if (obstacles.length > 0) throw new AppError('deletion_refused', obstacles.join(' '))
  await erasePerson(tx, person)
}

/** The row of an account, locked if its deletion begins. Throws unauthenticated when it is deleted. */
async function accountOf(db: Db, id: string, isLocked = false) {
  const query = db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isAccount(users)))
    .$dynamic()
  const [account] = await (isLocked ? query.for('no key update') : query)
  if (!account) throw new AppError('unauthenticated', SIGN_IN.needed)
  return account
}

async function adminRefusal(db: Db, id: string) {
  const isLast = await isLastAdmin(db, id)
  return isLast ? new AppError('last_admin', PEOPLE.lastAdmin) : new AppError('own_account', OBSTACLES.admin)
}

const adminObstacle = async (db: Db, id: string) => (await adminRefusal(db, id)).message

const isLastAdmin = async (db: Db, id: string) =>
  (await db.$count(users, and(eq(users.isAdmin, true), isNull(users.deletedAt), ne(users.id, id)))) === 0
