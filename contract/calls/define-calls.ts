// A call of the API is written once, as an entry in this folder or in the calls.ts of a feature. Its route, its guard, the
// API documentation and the types of the browser's client come from the entry. app/server/calls.ts has them all.
import { z } from 'zod'

/** Method and path of a call, with `:parameters`. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`

/**
 * `user`: someone with an account. `guest`: someone who buys without one. `buyer`: either of them. `buyer or link`: also
 * the session of an order link, for its one order. `signed-in`: by session, not by API key. `recent`: by a session that
 * began in the last 15 minutes, else sign_in_again: backups, exports, settings, people, and money that is paid back.
 * Reading a screen never needs it. `packer`: someone who packs orders, and admins: orders, photos and stock, but no
 * payments, people or settings.
 */
export type Access =
  | 'anyone'
  | 'guest'
  | 'buyer'
  | 'buyer or link'
  | 'user'
  | 'recent user'
  | 'packer'
  | 'admin'
  | 'signed-in admin'
  | 'recent admin'

/**
 * The name of a call in the API documentation: `id` is the OpenAPI operationId, a verb that client generators make a
 * function of. Calls of other programs with protocols of their own, and the documentation itself, have none.
 */
type Operation =
  | { id: string; summary: string; description?: string }
  | { id?: never; summary?: never; description?: never }

/**
 * The part of the shop that a call is about, by which API keys have rights to it (server/shop/accounts/key-rights.ts); `any`
 * needs no certain right. Never people, settings, roles, passwords and backups.
 */
export type KeyPart = 'catalog' | 'orders' | 'money' | 'any'

/** An answer that is a file. */
type FileAnswer = { description?: string; content: Record<string, { schema: z.ZodType }> }

export type Answer = z.ZodType | FileAnswer

export type Call = Operation & {
  access: Access
  /** No API key may make a call without a part. */
  part?: KeyPart | undefined
  /** Whether it reads much, by its query: only a few such reads run at once (server/platform/http/heavy-reads.ts). */
  isHeavy?: true | ((query: Record<string, unknown>) => boolean)
  /** Whether it changes something; by default all do but GET. */
  isChange?: boolean
  /** The body is a file, which has no schema. */
  takesFile?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The status of the answer; 200 by default. */
  status?: 201 | 202
  answer?: Answer
  /** Answers with other statuses that are no errors. */
  otherAnswers?: Record<number, Answer>
}

export type Calls = Record<CallName, Call>

/** Calls that no API key may make but those that name a part. */
export const defineCalls = <const C extends Record<CallName, Call>>(calls: C) => calls

/** Calls of this part, but for those that name another one or `undefined`. */
export const defineCallsOf = <const C extends Record<CallName, Call>>(part: KeyPart, calls: C) =>
  Object.fromEntries(Object.entries<Call>(calls).map(([name, call]) => [name, { part, ...call }])) as unknown as C

/** An answer that is a file of this media type. */
export const fileOf = (mediaType: string): FileAnswer => ({
  content: { [mediaType]: { schema: /^text\//.test(mediaType) ? z.string() : z.unknown() } },
})
