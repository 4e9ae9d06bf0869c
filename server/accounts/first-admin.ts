import { and, asc, eq, isNull } from 'drizzle-orm'
import { NAMELESS_ADMIN } from '#contract/defaults.ts'
import { recordAuditEvent } from '../audit-log/audit-log.ts'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { users } from '../db/schema.ts'
import { operatorError } from '../errors.ts'
import { shopSettings } from '../settings/settings.ts'
import { createAdminLink } from './admin-links.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { userByEmail } from './users.ts'

const DEFAULT_EMAIL = 'admin@boutique.example'

type Wanted = { email?: string; password?: string }

/** The email address of an admin, or the path of a one-time link with which the owner becomes the first one. */
export type FirstAdmin = { email: string } | { link: string }

/**
 * The admin of a shop. Without one: the user with the wanted email address is promoted, an account with the wanted
 * password is created, or else a link is. Throws when the wanted password is a common one.
 */
export async function ensureAdmin(db: Db, { email, password }: Wanted): Promise<FirstAdmin> {
  const admin = await firstAdmin(db)
  if (admin) return admin
  // Hashed before the transaction: PostgreSQL ends one that is idle for ten seconds, as on a machine without a free core.
  const passwordHash = password ? await hashOf(db, password) : undefined
  return db.transaction(async (tx) => {
    // Several processes may start at once on an empty shop.
    await holdLock(tx, 'firstAdmin')
    const found = await firstAdmin(tx)
    if (found) return found
    const made = await makeAdmin(tx, email, passwordHash)
    if ('email' in made) await recordAuditEvent(tx, { kind: 'admin_made' })
    return made
  })
}

async function firstAdmin(db: Db) {
  const [admin] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(users.isAdmin, isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt))
    .limit(1)
  return admin
}

async function hashOf(db: Db, password: string) {
  const { name } = await shopSettings(db)
  if (isCommonPassword(password, name))
    throw operatorError(
      'admin_password_common',
      'ADMIN_PASSWORD is one of the most common passwords. Please choose another.',
    )
  return hashPassword(password)
}

async function makeAdmin(tx: Db, email: string | undefined, passwordHash: string | undefined): Promise<FirstAdmin> {
  if (passwordHash) return makeConfigured(tx, email ?? DEFAULT_EMAIL, passwordHash)
  const known = email ? await userByEmail(tx, email) : undefined
  if (!known) return { link: await createAdminLink(tx) }
  // The owner named an existing user, who keeps their password.
  await tx.update(users).set({ isAdmin: true }).where(eq(users.id, known.id))
  return { email: known.email }
}

async function makeConfigured(tx: Db, email: string, passwordHash: string): Promise<FirstAdmin> {
  const known = await userByEmail(tx, email)
  if (known) {
    // A stranger may have registered this address, so its password and sessions end.
    await tx.update(users).set({ isAdmin: true, passwordHash }).where(eq(users.id, known.id))
    await endSessions(tx, known.id)
  } else await tx.insert(users).values({ name: NAMELESS_ADMIN, email, passwordHash, isAdmin: true })
  return { email }
}
