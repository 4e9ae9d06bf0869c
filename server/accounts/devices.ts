// Device marks: what a browser keeps after a sign-in, so that it is told from strangers' browsers when somebody guesses
// passwords of the account. A mark signs nobody in. It ends when the password changes: its hash is part of the signature.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignedIn } from '#contract/users.ts'
import type { Db } from '../db/client.ts'
import type { users } from '../db/schema.ts'
import { sharedSecret } from '../db/secrets.ts'
import { type SignIn, toDetails } from './users.ts'

type Account = Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>

/** A nonce and its signature. */
const MARK = /^([0-9a-f]{32})\.([\w-]{43})$/

/** The device marks of a shop, good in every process. */
export function openDevices(db: Db) {
  let secret: Promise<string> | undefined
  const signing = () => {
    secret ??= sharedSecret(db, 'device mark').catch((error) => {
      secret = undefined
      throw error
    })
    return secret
  }
  return {
    /** What a browser that has just signed in is answered, with a fresh mark for it. */
    async answerTo({ user, token }: SignIn): Promise<SignedIn> {
      const nonce = randomBytes(16).toString('hex')
      const signature = signatureOf(await signing(), nonce, user)
      return { ...toDetails(user), token, device: `${nonce}.${signature}` }
    },
    /** The first of the marks that is one of this account; undefined when none is, or there is no account. */
    async markOf(account: Account | undefined, marks: string[] = []) {
      if (!account || marks.length === 0) return undefined
      const known = await signing()
      return marks.find((mark) => {
        const [, nonce, signature] = MARK.exec(mark) ?? []
        if (!nonce || !signature) return false
        return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(known, nonce, account)))
      })
    },
  }
}

const signatureOf = (secret: string, nonce: string, { id, passwordHash }: Account) =>
  createHmac('sha256', secret).update(`${id} ${nonce} ${passwordHash}`).digest('base64url')
