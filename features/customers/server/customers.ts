// A customer with their orders, and what the seller changes: the note, and which guests count as an account.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { personHooks } from '#server/shop/accounts/person.ts'
import { isRefunded, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import type { Customer, CustomerNote, CustomerOrder } from '../contract.ts'
import { customerMerges, customerNotes } from '../schema.ts'
import { type Counted, customerRow, usersOf } from './customer-list.ts'
import { CUSTOMERS } from './texts.ts'

type User = typeof users.$inferSelect

const SHOWN_ORDERS = 50

/** The customer who is this account or guest. Throws not_found. */
export async function customerWith(db: Db, id: string, counted: Counted): Promise<Customer> {
  const user = await customerUser(db, id)
  const ids = await idsOf(db, user.id)
  const row = await customerRow(db, ids, counted)
  if (!row) throw notFound(CUSTOMERS.notFound)
  const merge = user.isGuest ? undefined : await mergeOf(db, user)
  const [facts, orderList, note, guestNote, wishes, mergeable] = await Promise.all([
    factsOf(db, ids),
    ordersOf(db, ids),
    noteAbout(db, user),
    merge ? noteUnder(db, merge.email) : '',
    wishesOf(db, user, ids),
    merge ? null : mergeableWith(db, user, counted),
  ])
  const isMerged = merge !== undefined
  return { ...row, ...facts, orderList, note, version: versionOf(note), wishes, mergeable, isMerged, guestNote }
}

/** The user; of a guest who was merged into an account, that account. Throws not_found. */
async function customerUser(db: Db, id: string): Promise<User> {
  const [row] = await db
    .select({ user: users, account: customerMerges.userId })
    .from(users)
    .leftJoin(customerMerges, and(users.isGuest, eq(customerMerges.email, sql`lower(${users.email})`)))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!row) throw notFound(CUSTOMERS.notFound)
  return row.account ? customerUser(db, row.account) : row.user
}

async function idsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ ids: string[] }>(
    sql`select ${usersOf(sql`u`)} as ids from ${users} u where u.id = ${id}`,
  )
  return rows[0]?.ids ?? []
}

async function factsOf(db: Db, ids: string[]) {
  const { phone, createdAt, userId } = orders
  const [[first], [last]] = await Promise.all([
    db
      .select({ since: sql<string>`min(${users.createdAt})` })
      .from(users)
      .where(inArray(users.id, ids)),
    db
      .select({ phone })
      .from(orders)
      .where(and(inArray(userId, ids), sql`${phone} is not null`))
      .orderBy(desc(createdAt))
      .limit(1),
  ])
  return { since: new Date(first?.since ?? 0).toISOString(), phone: last?.phone ?? '' }
}

async function ordersOf(db: Db, ids: string[]): Promise<CustomerOrder[]> {
  const rows = await db
    .select({
      ...{ _id: orders.id, number: orders.number, createdAt: orders.createdAt, total: orders.totalCents },
      refunded: sql<number>`coalesce(${orders.refundedCents}, 0)`,
      state: sql<CustomerOrder['state']>`case when ${orders.canceledAt} is not null then 'canceled'
        when ${orders.paidAt} is null then 'unpaid' when ${isRefunded(orders)} then 'refunded'
        when ${orders.deliveredAt} is null then 'to ship' else 'shipped' end`,
    })
    .from(orders)
    .where(and(inArray(orders.userId, ids), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(SHOWN_ORDERS)
  return rows.map(({ createdAt, ...order }) => ({ ...order, createdAt: createdAt.toISOString() }))
}

/** Wishes by a guest's address are theirs, and those by an account's once it is confirmed. */
async function wishesOf(db: Db, { isGuest, email, emailVerifiedAt }: User, ids: string[]) {
  const person = { ids, email: email && (isGuest || emailVerifiedAt) ? email : null }
  const counts = await Promise.all(personHooks.map(({ countWishes }) => countWishes?.(db, person) ?? 0))
  return counts.reduce((sum, count) => sum + count, 0)
}

const versionOf = (note: string) => versionHash({ note })

/** Whose note it is: that of an account, or of all guests with an address. */
const noteKey = (user: User) => (user.isGuest && user.email ? { email: user.email.toLowerCase() } : { userId: user.id })

async function noteAbout(db: Db, user: User): Promise<string> {
  const key = noteKey(user)
  if (key.email !== undefined) return noteUnder(db, key.email)
  const [row] = await db.select().from(customerNotes).where(eq(customerNotes.userId, key.userId))
  return row?.note ?? ''
}

async function noteUnder(db: Db, email: string): Promise<string> {
  const [row] = await db.select().from(customerNotes).where(eq(customerNotes.email, email))
  return row?.note ?? ''
}

/** Changes the note about a customer. Throws not_found, and customer_changed when `version` is out of date. */
export async function saveNote(db: Db, id: string, { note, version }: CustomerNote): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await customerUser(tx, id)
    // Of two who save at once, the second finds what the first has saved.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update')
    if (versionOf(await noteAbout(tx, user)) !== version) throw new AppError('customer_changed', CUSTOMERS.noteChanged)
    const key = noteKey(user)
    const isTheirs = key.email === undefined ? eq(customerNotes.userId, key.userId) : eq(customerNotes.email, key.email)
    if (note === '') return tx.delete(customerNotes).where(isTheirs)
    const target = key.email === undefined ? customerNotes.userId : customerNotes.email
    const set = { note, updatedAt: sql`now()` }
    return tx
      .insert(customerNotes)
      .values({ ...key, note })
      .onConflictDoUpdate({ target, set })
  })
}

async function mergeOf(db: Db, { id }: User) {
  const [merge] = await db.select().from(customerMerges).where(eq(customerMerges.userId, id))
  return merge
}

/** The guest and the account with the same confirmed address, of which this user is one; null without the other. */
async function mergeableWith(db: Db, { email }: User, counted: Counted): Promise<Customer['mergeable']> {
  if (!email) return null
  const isTheirs = and(sql`lower(${users.email}) = lower(${email})`, isNull(users.deletedAt))
  const theirs = await db
    .select({ id: users.id, isGuest: users.isGuest, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(isTheirs)
  const account = theirs.find(({ isGuest, emailVerifiedAt }) => !isGuest && emailVerifiedAt)
  const guestIds = theirs.flatMap((user) => (user.isGuest ? user.id : []))
  const guest = account && guestIds.length > 0 ? await customerRow(db, guestIds, counted) : undefined
  return account && guest ? { account: account.id, guest: guest._id, orders: guest.orders } : null
}

/** Counts the guests with the address of an account as this account, if they are not yet. Throws not_found and nothing_to_merge. */
export async function mergeGuests(db: Db, id: string, counted: Counted): Promise<void> {
  const user = await customerUser(db, id)
  if (!user.isGuest && (await mergeOf(db, user))) return
  const mergeable = await mergeableWith(db, user, counted)
  if (!mergeable) throw new AppError('nothing_to_merge', CUSTOMERS.nothingToMerge)
  const account = await customerUser(db, mergeable.account)
  await db
    .insert(customerMerges)
    .values({ email: account.email.toLowerCase(), userId: account.id })
    .onConflictDoNothing()
}

/** Takes the merge of an account back. Throws not_found. */
export async function separateGuests(db: Db, id: string): Promise<void> {
  const account = await customerUser(db, id)
  await db.delete(customerMerges).where(eq(customerMerges.userId, account.id))
}
