import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HeldRight } from '#contract/api-keys.ts'
import type { Access } from '#contract/calls/define-calls.ts'
import { formatRoles, isStaff, ROLES_HEADER } from '#contract/roles.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { callerByApiKey, isApiKey } from './api-keys.ts'
import { rightsInWords } from './key-rights.ts'
import { type Caller, type CallerKey, callerBySession, requireRecentSignIn, requireSignIn } from './sessions.ts'
import { API_KEYS, SIGN_IN } from './texts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

type GuardedAccess = Exclude<Access, 'anyone'>

/** An onRequest hook that admits only callers with this access, and API keys with one of these rights. */
export const guardFor =
  (access: GuardedAccess, db: Db, rights: HeldRight[] = []) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    requireCaller(request, reply, access, db, rights)

/**
 * Authenticates the request, sets request.caller and checks the access. Reads roles from the database on every call.
 * Throws unauthenticated, forbidden or sign_in_again.
 */
export async function requireCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  access: GuardedAccess,
  db: Db,
  rights: HeldRight[],
) {
  request.caller = await findCaller(request, reply, db)
  if (!request.caller) throw new AppError('unauthenticated', SIGN_IN.needed)
  requireReach(request.caller, access)
  if (!hasRole(request.caller, access)) throw new AppError('forbidden', SIGN_IN.adminsOnly)
  if (access.startsWith('recent')) requireRecentSignIn(request.caller, SIGN_IN.again)
  if (access.startsWith('signed-in')) requireSignIn(request.caller)
  requireRight(request.caller, rights)
}

/** Whether the caller's role allows a call with this access. */
export const hasRole = (caller: Caller, access: Access) =>
  access.endsWith('admin') ? caller.isAdmin : access !== 'packer' || isStaff(caller)

/** Throws forbidden for an API key that has none of these rights. */
function requireRight(caller: Caller, rights: HeldRight[]) {
  if (hasRight(caller, rights)) return
  if (rights.length === 0) requireSignIn(caller)
  throw new AppError('forbidden', API_KEYS.lacksRight(rightsInWords(rights)))
}

/** Whether the caller is signed in, or an API key with one of these rights. */
export const hasRight = ({ session, key }: Caller, neededRights: HeldRight[]) =>
  session !== null || neededRights.some((right) => key?.rights.includes(right))

/** Throws forbidden where guests, order links or users with an account may not go. */
function requireReach({ isGuest, session }: Caller, access: GuardedAccess) {
  if (session?.onlyOrderId && access !== 'buyer or link') throw new AppError('forbidden', SIGN_IN.notWithOrderLink)
  if (isGuest && !FOR_GUESTS.includes(access)) throw new AppError('forbidden', SIGN_IN.notAsGuest)
  if (!isGuest && access === 'guest') throw new AppError('forbidden', SIGN_IN.guestsOnly)
}

const FOR_GUESTS: Access[] = ['guest', 'buyer', 'buyer or link']

/**
 * The caller by session token or API key; null without a valid one. Every response, errors included, carries the
 * caller's current roles in a header, so that the browser notices when they change.
 */
export async function findCaller(request: FastifyRequest, reply: FastifyReply, db: Db): Promise<Caller | null> {
  const token = bearerToken(request)
  const caller = await (isApiKey(token) ? callerByApiKey(db, token) : callerBySession(db, token))
  if (caller) reply.header(ROLES_HEADER, formatRoles(caller))
  if (caller?.key) nameInLog(request, reply, caller.key)
  return caller
}

/** Names the API key in all that the log says of the request from now on. */
function nameInLog(request: FastifyRequest, reply: FastifyReply, { id, name }: CallerKey) {
  request.log = request.log.child({ apiKey: { id, name } })
  reply.log = request.log
}

/** The authenticated caller of a guarded route. Throws when the route has no guard. */
export function callerOf(request: FastifyRequest): Caller {
  assert(request.caller, 'This route has no guard.')
  return request.caller
}

/** The token of the Authorization header, or an empty string. */
export const bearerToken = (request: FastifyRequest) =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
