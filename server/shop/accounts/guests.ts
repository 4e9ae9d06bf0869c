// Guests buy without an account. A guest is a row of its own for each checkout: no email address finds it, no password
// opens it, and it is never an admin.
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { NewGuest } from '#contract/users.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { apiKeys, mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { hashPassword, requireUncommonPassword } from './passwords.ts'
import { type Caller, openSession, renewSession } from './sessions.ts'
import { GUESTS, SIGN_IN } from './texts.ts'
import type { SignIn } from './users.ts'

/** Creates a guest with this id, unless there is one. */
export async function addGuest(tx: Db, { id, name, email }: Pick<NewGuest, 'name' | 'email'> & { id: string }) {
  await tx.insert(users).values({ id, name, email, isGuest: true }).onConflictDoNothing({ target: users.id })
}

/** Creates a guest and a session of theirs. Whether the email address has an account changes nothing. */
export function createGuest(db: Db, { name, email }: Pick<NewGuest, 'name' | 'email'>): Promise<SignIn> {
  return db.transaction(async (tx) => {
    const user = onlyRow(await tx.insert(users).values({ name, email, isGuest: true }).returning())
    const token = await openSession(tx, user)
    if (!token) throw new AppError('unauthenticated', SIGN_IN.needed)
    return { user, token }
  })
}

/**
 * Makes the guest an account with this password, and ends their other sessions: the same row, so their orders stay.
 * Throws invalid_request for a common password, and registration_refused for every reason about the address, such as one
 * that is reserved.
 */
export async function keepGuest(db: Db, caller: Caller, password: string, isReserved = false): Promise<SignIn> {
  await requireUncommonPassword(db, password)
  const passwordHash = await hashPassword(password)
  if (isReserved) throw notKept()
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ isGuest: false, passwordHash })
      .where(sql`${users.id} = ${caller.id} and ${users.isGuest} and ${users.deletedAt} is null`)
      .returning()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? notKept() : error
      })
    // Another tab was faster.
    if (!user) throw new AppError('unauthenticated', SIGN_IN.needed)
    return { user, token: await renewSession(tx, caller) }
  })
}

const notKept = () => new AppError('registration_refused', GUESTS.notKept)

const BATCH = 500
const HOUR_MS = 3_600_000

/** Starts the job that deletes guests without an order every hour. */
export const startDeletingGuests = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async (closing) => {
    while (!closing.aborted && (await deleteIdleGuests(db)) === BATCH);
    return HOUR_MS
  })

/** Deletes up to 500 guests of two days ago who have no order, with their sessions; returns how many. */
export async function deleteIdleGuests(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select u.id from ${users} u
      where u.is_guest and u.created_at < now() - interval '2 days'
        and not exists (select from ${orders} where ${eq(orders.userId, sql`u.id`)})
      limit ${BATCH} for update of u skip locked`)
    if (rows.length === 0) return 0
    const ids = sql`(${sql.join(
      rows.map(({ id }) => sql`${id}::uuid`),
      sql`, `,
    )})`
    for (const table of [sessions, mailedTokens, apiKeys])
      await tx.execute(sql`delete from ${table} where user_id in ${ids}`)
    await tx.execute(sql`delete from ${users} where id in ${ids}`)
    return rows.length
  })
}
