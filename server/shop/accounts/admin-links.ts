import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { FirstAdmin } from '#contract/users.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { adminLinks, users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { hashPassword, requireUncommonPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { ADMIN_LINK } from './texts.ts'
import { hashToken, newToken } from './tokens.ts'
import { type SignIn, setPassword, userByEmail } from './users.ts'

/** The lock under which the first admin is made. */
export const FIRST_ADMIN_LOCK = 7_272_702

/**
 * Creates a one-time link that makes somebody an admin; returns its path, whose fragment has the key. The link of a
 * start works while there is no admin; one `isForMore` for a day, whoever is an admin.
 */
export async function createAdminLink(db: Db, { isForMore = false } = {}): Promise<string> {
  const key = newToken()
  await db.delete(adminLinks).where(lt(adminLinks.createdAt, sql`now() - interval '30 days'`))
  await db.insert(adminLinks).values({ keyHash: hashToken(key), isForMore })
  return `/admin/first#key=${key}`
}

/** Whether the shop has an admin. */
export const hasAdmin = async (db: Db) => (await db.$count(users, and(users.isAdmin, isNull(users.deletedAt)))) > 0

/**
 * Whether an email address is the one that the owner has configured for the first admin, and there is no admin yet. Reads
 * the database for that address alone.
 */
export const isReserved = async ({ db, ownerEmail }: Pick<Context, 'db' | 'ownerEmail'>, email: string) =>
  ownerEmail?.toLowerCase() === email.toLowerCase() && !(await hasAdmin(db))

/**
 * Redeems a link: creates the admin's account, or takes over the one with that email address, and signs in. Of calls with
 * one key, or with links of a start, one succeeds. Throws link_gone, and invalid_request for a common password.
 */
export async function redeemAdminLink(
  db: Db,
  { key, name, email, password }: FirstAdmin,
  device = '',
): Promise<SignIn> {
  // Before the password is hashed, which takes long.
  await requireLink(db, key)
  await requireUncommonPassword(db, password)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    await holdLock(tx, FIRST_ADMIN_LOCK)
    await requireLink(tx, key)
    await tx.delete(adminLinks).where(sql`not ${adminLinks.isForMore} or ${adminLinks.keyHash} = ${hashToken(key)}`)
    const user = await makeAdmin(tx, { name, email, passwordHash })
    await saveShopAddress(tx, email)
    const token = await openSession(tx, user, { device })
    if (!token) throw linkGone()
    return { user, token }
  })
}

async function requireLink(db: Db, key: string) {
  const [link] = await db
    .select({
      isForMore: adminLinks.isForMore,
      isRecent: sql<boolean>`${adminLinks.createdAt} > now() - interval '1 day'`,
    })
    .from(adminLinks)
    .where(eq(adminLinks.keyHash, hashToken(key)))
  const works = link && (link.isForMore ? link.isRecent : !(await hasAdmin(db)))
  if (!works) throw linkGone()
}

const linkGone = () => new AppError('link_gone', ADMIN_LINK.linkGone)

/** Creates an admin, or makes one of the account with this email address, of which nothing that opens it is left. */
export async function makeAdmin(tx: Db, fields: { name: string; email: string; passwordHash: string }) {
  const knownUser = await userByEmail(tx, fields.email)
  if (!knownUser)
    return onlyRow(
      await tx
        .insert(users)
        .values({ ...fields, isAdmin: true })
        .returning(),
    )
  // A stranger may have registered this address, so its password, sessions and keys end.
  await setPassword(tx, knownUser, fields.passwordHash)
  return onlyRow(
    await tx
      .update(users)
      .set({ ...fields, isAdmin: true, isPacker: false })
      .where(eq(users.id, knownUser.id))
      .returning(),
  )
}

/** A shop without an email address takes that of its admin. */
async function saveShopAddress(tx: Db, email: string) {
  const [shopSettings] = await tx.select({ email: settings.email }).from(settings)
  if (!shopSettings?.email) await saveSettings(tx, { email })
}
