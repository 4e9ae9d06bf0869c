import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { PASSWORD_MAX } from '#contract/passwords.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { shopSettings } from '../settings/settings.ts'
import { PASSWORDS } from '../texts/accounts.ts'
import { nobodysHash } from './hash-worker.ts'

/** One processor stays free of hashing, or pages would wait for sign-ins. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
const MOST_WAITING = 200
const inTurn = limitConcurrency(AT_ONCE, MOST_WAITING)

/** Threads that hash, and step back for everything else the machine has to do. */
const hashers = new Piscina({
  filename: fileURLToPath(new URL('hash-worker.ts', import.meta.url)),
  minThreads: 0,
  maxThreads: AT_ONCE,
  idleTimeout: Number.POSITIVE_INFINITY,
  niceIncrement: 19,
})

/** The 5,000 commonest passwords of eight or more characters, from @zxcvbn-ts/language-common 4.1.3 (MIT licence). */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** The hash to store. Throws busy when too many are waiting. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hashers.run(normal(password), { name: 'hash' }))

/**
 * Whether the password is the one of that hash. Without a hash (nobody has that address) it is not, and takes as long.
 * Throws busy when too many are waiting.
 */
export async function isPasswordOf(passwordHash: string | undefined, password: string) {
  if (password.length > PASSWORD_MAX) return false
  const asked = { hash: passwordHash ?? nobodysHash(), password: normal(password) }
  const isRight = await inTurn<boolean>(() => hashers.run(asked, { name: 'verify' }))
  return isRight && passwordHash !== undefined
}

/** Whether a password is one of those that are tried first, the name of the shop among them. */
export function isCommonPassword(password: string, shopName: string) {
  const plain = password.toLowerCase()
  return COMMON.has(plain) || isShopName(plain, shopName)
}

/** Nothing but words of the shop's name, whatever stands between and around them or for their letters: Z1-B0utique2026! */
function isShopName(plain: string, shopName: string) {
  const core = plain.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const words = shopName.toLowerCase().split(' ').map(letters).filter(Boolean)
  return [plain, core].some((text) => isMadeOf(words, letters(text)) || isMadeOf(words, letters(inLetters(text))))
}

/** Whether the text is one or more of the words, one after the other. In time with its length, whatever the words are. */
function isMadeOf(words: string[], text: string) {
  const ends = new Set([0])
  for (let at = 0; at < text.length; at++)
    if (ends.has(at)) for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length)
  return text !== '' && ends.has(text.length)
}

/** Throws invalid_request when the password is one of the commonest. */
export async function requireUncommon(db: Db, password: string) {
  const { name } = await shopSettings(db)
  if (!isCommonPassword(password, name)) return
  const message = PASSWORDS.tooCommon
  throw new AppError('invalid_request', message, { issues: [{ path: 'password', message }] })
}

/** A password that nobody can guess: 16 characters. */
export const randomPassword = () => randomBytes(12).toString('base64url')

/** The same characters typed on different keyboards may arrive in different forms. */
const normal = (password: string) => password.normalize('NFKC')

const letters = (text: string) => text.replaceAll(/[^a-z]/g, '')

const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const inLetters = (text: string) => text.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign)
