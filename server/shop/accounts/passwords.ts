import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { PASSWORD_MAX } from '#contract/passwords.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { limitConcurrency } from '#server/platform/lib/limit-concurrency.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { dummyHash } from './hash-worker.ts'
import { PASSWORDS } from './texts.ts'

/** One core stays free of hashing, so that pages do not wait for sign-ins. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
const MOST_WAITING = 200
const limitHashing = limitConcurrency(AT_ONCE, MOST_WAITING)
/** Strangers on many networks can fill the queue; accounts that a browser is known to have a queue of their own. */
const limitKnown = limitConcurrency(1, MOST_WAITING)

let hashers: Promise<Piscina> | undefined

/** The lowest priority of a thread: of Windows, which knows no other numbers and throws for them, or by nice(2). */
export const leastPriority = (platform: NodeJS.Platform) => (platform === 'win32' ? -2 : 19)

/** Worker threads for hashing, at the lowest priority; loaded for the first password. */
function openHashers() {
  hashers ??= import('piscina').then(
    ({ Piscina }) =>
      new Piscina({
        filename: fileURLToPath(new URL('hash-worker.ts', import.meta.url)),
        minThreads: 0,
        maxThreads: AT_ONCE + 1,
        idleTimeout: Number.POSITIVE_INFINITY,
        niceIncrement: leastPriority(process.platform),
      }),
  )
  return hashers
}

/** The 5,000 commonest passwords of eight or more characters, from @zxcvbn-ts/language-common 4.1.3 (MIT license). */
const COMMON = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** The Argon2id hash to store. Throws busy when too many calls wait. */
export const hashPassword = (password: string): Promise<string> =>
  limitHashing(async () => (await openHashers()).run(normalize(password), { name: 'hash' }))

/**
 * Whether the password matches the hash. Without a hash (unknown email, guest) it takes as long and returns false.
 * `isKnown`: the caller has signed in to this account before. Throws busy when too many calls wait.
 */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string, isKnown = false) {
  if (password.length > PASSWORD_MAX) return false
  const input = { hash: passwordHash ?? dummyHash(), password: normalize(password) }
  const limit = isKnown ? limitKnown : limitHashing
  const isPasswordRight = await limit<boolean>(async () => (await openHashers()).run(input, { name: 'verify' }))
  return isPasswordRight && Boolean(passwordHash)
}

/** Whether a password is on the list of common ones or is made of the shop's name. */
export function isCommonPassword(password: string, shopName: string) {
  const plain = password.toLowerCase()
  return COMMON.has(plain) || isShopName(plain, shopName)
}

/**
 * Whether nothing but words of the shop's name is left, once digits and signs are removed or read as letters:
 * Z1-B0utique2026!
 */
function isShopName(plain: string, shopName: string) {
  const core = plain.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const words = shopName.toLowerCase().split(' ').map(letters).filter(Boolean)
  return [plain, core].some((text) => isMadeOf(words, letters(text)) || isMadeOf(words, letters(inLetters(text))))
}

/** Whether the text is a sequence of these words. Takes time linear in the length of the text. */
function isMadeOf(words: string[], text: string) {
  const ends = new Set([0])
  for (let at = 0; at < text.length; at++)
    if (ends.has(at)) for (const word of words) if (text.startsWith(word, at)) ends.add(at + word.length)
  return text !== '' && ends.has(text.length)
}

/** Throws invalid_request for a common password. */
export async function requireUncommonPassword(db: Db, password: string) {
  const { name } = await shopSettings(db)
  if (!isCommonPassword(password, name)) return
  const message = PASSWORDS.tooCommon
  throw new AppError('invalid_request', message, { issues: [{ path: 'password', message }] })
}

/** A random password of 16 characters (96 bits). */
export const randomPassword = () => randomBytes(12).toString('base64url')

/** NFKC: keyboards differ in how they encode the same character. */
const normalize = (password: string) => password.normalize('NFKC')

const letters = (text: string) => text.replaceAll(/[^a-z]/g, '')

const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const inLetters = (text: string) => text.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign] ?? sign)
