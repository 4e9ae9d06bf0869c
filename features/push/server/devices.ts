// The devices on which those who run the shop get notices.
import { createECDH } from 'node:crypto'
import { and, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { DeskEventKind } from '#contract/admin/desk-events.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { FetchError, type PublicHosts, publicHttpsUrl } from '#server/platform/lib/public-request.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { users } from '#server/shop/schema/users.ts'
import { MOST_DEVICES, type NewPushDevice, type PushDevice, type PushDevices } from '../contract.ts'
import { pushDevices } from '../schema.ts'
import { PUSH } from './texts.ts'
import { vapidKeys } from './vapid-keys.ts'

type Row = typeof pushDevices.$inferSelect

const toDevice = ({ id, name, endpoint, events, sessionHash, createdAt }: Row, caller: Caller): PushDevice => ({
  ...{ _id: id, name, endpoint, events, createdAt: createdAt.toISOString() },
  isOfSession: sessionHash !== null && sessionHash === caller.session?.tokenHash,
})

/** The devices of the caller, newest first, and the key with which a browser subscribes. */
export async function devicesOf(db: Db, caller: Caller): Promise<PushDevices> {
  const { publicKey } = await vapidKeys(db)
  const rows = await db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, caller.id))
    .orderBy(desc(pushDevices.createdAt))
  return { publicKey, devices: rows.map((row) => toDevice(row, caller)) }
}

/**
 * Adds the device of this browser, or binds it to the caller's session when it is known. Throws invalid_request for an
 * address that is not that of a public service, and for a key that the shop has no more; too_many_devices at ten.
 */
export async function addDevice(
  db: Db,
  caller: Caller,
  { endpoint, keys, publicKey, name }: NewPushDevice,
  hosts: PublicHosts,
): Promise<PushDevice> {
  requirePushService(endpoint, hosts)
  requirePoint(keys.p256dh)
  if ((await vapidKeys(db)).publicKey !== publicKey) throw new AppError('invalid_request', PUSH.keyReplaced)
  return db.transaction(async (tx) => {
    // The row lock makes concurrent calls run one after the other, so that they cannot exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.id)).for('no key update')
    const isOther = and(eq(pushDevices.userId, caller.id), ne(pushDevices.endpoint, endpoint))
    const [others] = await tx.select({ devices: count() }).from(pushDevices).where(isOther)
    if (others && others.devices >= MOST_DEVICES) throw new AppError('too_many_devices', PUSH.tooMany(MOST_DEVICES))
    const owner = { userId: caller.id, sessionHash: caller.session?.tokenHash ?? null }
    const subscription = { name, publicKey, ...keys }
    const all = DeskEventKind.options
    const rows = await tx
      .insert(pushDevices)
      .values({ endpoint, events: all, ...owner, ...subscription })
      .onConflictDoUpdate({
        target: pushDevices.endpoint,
        set: {
          ...{ ...owner, ...subscription },
          // Another person begins with all of them.
          events: sql`case when ${pushDevices.userId} = ${caller.id} then ${pushDevices.events} else excluded.events end`,
        },
      })
      .returning()
    return toDevice(onlyRow(rows), caller)
  })
}

function requirePushService(endpoint: string, hosts: PublicHosts) {
  try {
    publicHttpsUrl(endpoint, hosts)
  } catch (error) {
    throw error instanceof FetchError ? new AppError('invalid_request', PUSH.endpointRefused) : error
  }
}

/** Throws invalid_request for a key that is no point of the curve, for which nothing can be encrypted. */
function requirePoint(p256dh: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    pair.computeSecret(p256dh, 'base64url')
  } catch {
    throw new AppError('invalid_request', PUSH.endpointRefused)
  }
}

const isOwn = (caller: Caller, id: string) => and(eq(pushDevices.id, id), eq(pushDevices.userId, caller.id))

/** Changes what a device of the caller notifies of. Throws not_found. */
export async function chooseEvents(db: Db, caller: Caller, id: string, events: DeskEventKind[]): Promise<PushDevice> {
  const [row] = await db
    .update(pushDevices)
    .set({ events: [...new Set(events)] })
    .where(isOwn(caller, id))
    .returning()
  if (!row) throw notFound(PUSH.notFound)
  return toDevice(row, caller)
}

/** Removes a device of the caller. Throws not_found. */
export async function removeDevice(db: Db, caller: Caller, id: string) {
  const rows = await db.delete(pushDevices).where(isOwn(caller, id)).returning({ id: pushDevices.id })
  if (rows.length === 0) throw notFound(PUSH.notFound)
}

/** Throws not_found unless the caller has this device. */
export async function requireDevice(db: Db, caller: Caller, id: string) {
  if ((await db.$count(pushDevices, isOwn(caller, id))) === 0) throw notFound(PUSH.notFound)
}

/** Removes devices, such as those whose browser has ended its subscription. */
export async function forgetDevices(db: Db, ids: string[]) {
  if (ids.length > 0) await db.delete(pushDevices).where(inArray(pushDevices.id, ids))
}

/** Removes the devices of people who do not run the shop any more. */
export const removeFormerAdmins = (db: Db) =>
  db.execute(sql`
    delete from ${pushDevices} using ${users}
    where ${users.id} = ${pushDevices.userId} and (not ${users.isAdmin} or ${users.deletedAt} is not null)`)

/** Devices outlast a session that expires: their owner has not signed out, and sales go on. */
export const outlastSessions = (tx: Db, tokenHashes: SQL) =>
  tx.execute(sql`update ${pushDevices} set session_hash = null where session_hash in (${tokenHashes})`)
