import { and, asc, eq, isNull } from 'drizzle-orm'
import { NAMELESS_ADMIN } from '#contract/defaults.ts'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { users } from '../db/schema.ts'
import { operatorError } from '../errors.ts'
import { shopSettings } from '../settings/settings.ts'
import { hashPassword, isCommonPassword, randomPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { userByEmail } from './users.ts'

const DEFAULT_EMAIL = 'admin@boutique.example'

type Wanted = { email?: string; password?: string }
type FirstAdmin = { email: string; password?: string; created: boolean }

/**
 * Creates the first admin unless the shop has an admin, and returns the admin's email. Promotes the user with that
 * email if there is one. `password` is set only when it was generated here, to be shown once. Throws when the wanted
 * password is a common one.
 */
export function ensureAdmin(db: Db, wanted: Wanted): Promise<FirstAdmin> {
  return db.transaction(async (tx) => {
    // Several processes may start at once on an empty shop.
    await holdLock(tx, 'firstAdmin')
    const [admin] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(users.isAdmin, isNull(users.deletedAt)))
      .orderBy(asc(users.createdAt))
      .limit(1)
    return admin ? { ...admin, created: false } : makeAdmin(tx, wanted)
  })
}

async function makeAdmin(tx: Db, wanted: Wanted): Promise<FirstAdmin> {
  const { email = DEFAULT_EMAIL } = wanted
  const { name } = await shopSettings(tx)
  if (wanted.password && isCommonPassword(wanted.password, name))
    throw operatorError(
      'admin_password_common',
      'ADMIN_PASSWORD is one of the most common passwords. Please choose another.',
    )
  const known = await userByEmail(tx, email)
  if (known && wanted.email && !wanted.password) {
    // The owner named an existing user, who keeps their password.
    await tx.update(users).set({ isAdmin: true }).where(eq(users.id, known.id))
    return { email: known.email, created: false }
  }
  const password = wanted.password ?? randomPassword()
  const passwordHash = await hashPassword(password)
  if (known) {
    // A stranger may have registered this address, so its password and sessions end.
    await tx.update(users).set({ isAdmin: true, passwordHash }).where(eq(users.id, known.id))
    await endSessions(tx, known.id)
  } else await tx.insert(users).values({ name: NAMELESS_ADMIN, email, passwordHash, isAdmin: true })
  return { email, created: !known, ...(wanted.password ? {} : { password }) }
}
