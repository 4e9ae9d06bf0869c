// A token by which an assistant carries out what a preview showed: signed for one key, tool, arguments and state of the
// record, good for five minutes, once.
import { hash, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, isWithin, signatureOf } from '#server/platform/lib/signatures.ts'
import { incrementCounters } from '#server/platform/rate-limits/counters.ts'
import { MCP } from './texts.ts'

const LIFETIME_MS = 5 * 60_000

/** What a token is for, as JSON. */
export type Subject = { keyId: string; tool: string; args: unknown; changes: unknown }

/** A new token for this. */
export async function confirmationFor(db: Db, subject: Subject): Promise<string> {
  const [until, nonce] = [String(Date.now() + LIFETIME_MS), randomBytes(12).toString('base64url')]
  return `${until}.${nonce}.${await signatureFor(db, `${until}.${nonce}`, subject)}`
}

const TOKEN_PATTERN = /^((\d{13})\.[\w-]{16})\.([\w-]{43})$/

/** Uses a token up. Returns what is wrong with it; undefined when it is good for this. */
export async function confirmationProblem(db: Db, token: unknown, subject: Subject): Promise<string | undefined> {
  const [, head, until, signature] = TOKEN_PATTERN.exec(String(token)) ?? []
  if (!head || !signature || !isSameSecret(signature, await signatureFor(db, head, subject))) return MCP.confirmWrong
  if (!isWithin(Number(until), LIFETIME_MS)) return MCP.confirmOld
  return (await isFirstUse(db, head)) ? undefined : MCP.confirmUsed
}

/** Counts the token in a rate limit of one, whose window outlasts it. */
async function isFirstUse(db: Db, head: string) {
  const once = { name: 'mcp confirmation', subject: head, most: 1, seconds: (2 * LIFETIME_MS) / 1_000, isInARow: false }
  return (await incrementCounters(db, [once])) === null
}

const signatureFor = async (db: Db, head: string, subject: Subject) =>
  signatureOf(await sharedSecret(db, 'mcp confirmations'), `${head} ${hash('sha256', sortedJson(subject))}`)

/** JSON whose fields are in the order of their names, because programs change that order. */
const sortedJson = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
