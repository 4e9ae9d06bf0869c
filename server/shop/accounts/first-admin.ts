import { and, asc, isNull } from 'drizzle-orm'
import { NAMELESS_ADMIN } from '#contract/defaults.ts'
import { operatorError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { recordAuditEvent } from '#server/shop/audit-log/audit-log.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { createAdminLink, FIRST_ADMIN_LOCK, makeAdmin } from './admin-links.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'

const DEFAULT_EMAIL = 'admin@boutique.example'

type ConfiguredAdmin = { email?: string; password?: string }

/** The email address of an admin, or the path of a one-time link with which the owner becomes the first one. */
export type FirstAdmin = { email: string } | { link: string }

/**
 * The admin of a shop. Without one: the admin with the wanted password, or else a new link, whatever accounts there are:
 * anybody can have registered any address. Throws when the wanted password is a common one.
 */
export async function ensureAdmin(db: Db, { email = DEFAULT_EMAIL, password }: ConfiguredAdmin): Promise<FirstAdmin> {
  const admin = await firstAdmin(db)
  if (admin) return admin
  // Hashed before the transaction: PostgreSQL ends one that is idle for ten seconds, as on a machine without a free core.
  const passwordHash = password ? await hashOf(db, password) : undefined
  return db.transaction(async (tx) => {
    // Several processes may start at once on an empty shop.
    await holdLock(tx, FIRST_ADMIN_LOCK)
    const other = await firstAdmin(tx)
    if (other) return other
    if (!passwordHash) return { link: await createAdminLink(tx) }
    await makeAdmin(tx, { name: NAMELESS_ADMIN, email, passwordHash })
    await recordAuditEvent(tx, { kind: 'admin_made' })
    return { email }
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
