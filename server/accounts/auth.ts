import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROLES_HEADER, rolesText } from '#contract/roles.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Access } from '../http/access.ts'
import { SIGN_IN } from '../texts/accounts.ts'
import { isApiKey, keyHolder } from './api-keys.ts'
import { type Caller, callerOf, requireRecentSignIn, requireSignIn } from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

type Guarded = Exclude<Access, 'anyone'>

/** The hook that lets in only callers of that access. */
export const guardFor = (access: Guarded, db: Db) => (request: FastifyRequest, reply: FastifyReply) =>
  requireCaller(request, reply, access, db)

/**
 * Sees to it that the caller has that access; who it is stands in the request. Roles are read from the database on every
 * call. Throws unauthenticated, forbidden or sign_in_again.
 */
export async function requireCaller(request: FastifyRequest, reply: FastifyReply, access: Guarded, db: Db) {
  request.caller = await callerBehind(request, reply, db)
  if (!request.caller) throw new AppError('unauthenticated', SIGN_IN.needed)
  if (access.endsWith('admin') && !request.caller.isAdmin) throw new AppError('forbidden', SIGN_IN.adminsOnly)
  if (access.startsWith('recent')) requireRecentSignIn(request.caller, SIGN_IN.again)
  if (access.startsWith('signed-in')) requireSignIn(request.caller)
}

/**
 * Who makes a request, with the token of a session or an API key; null when it has neither, or one that is not good.
 * The answer, also a refusal, carries the caller's present roles, so that a browser notices when they change.
 */
export async function callerBehind(request: FastifyRequest, reply: FastifyReply, db: Db): Promise<Caller | null> {
  const token = bearerToken(request)
  const caller = await (isApiKey(token) ? keyHolder(db, token) : callerOf(db, token))
  if (caller) reply.header(ROLES_HEADER, rolesText(caller))
  return caller
}

/** The signed-in caller of a route that asks for one. */
export function signedIn(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route has no guard.')
  return request.caller
}

/** The token of the Authorization header; empty when there is none. */
export const bearerToken = (request: FastifyRequest) =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
