// Device marks: a browser stores one after a sign-in, so that rate limits tell it from strangers who guess passwords. A
// mark signs nobody in, and ends when the password changes, because the password hash is part of its signature.
import { randomBytes } from 'node:crypto'
import type { SignedIn } from '#contract/users.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, signatureOf } from '#server/platform/lib/signatures.ts'
import type { users } from '#server/shop/schema/users.ts'
import { type SignIn, toUserDetails } from './users.ts'

type MarkedUser = Pick<typeof users.$inferSelect, 'id' | 'passwordHash'>

/** A nonce and its signature. */
const MARK_PATTERN = /^([0-9a-f]{32})\.([\w-]{43})$/

/** Signs and checks device marks; the secret is shared by all processes. */
export function openDeviceMarks(db: Db) {
  const signing = () => sharedSecret(db, 'device mark')
  return {
    /** The response to a sign-in, with a new mark for this browser. */
    async signInResponse({ user, token }: SignIn): Promise<SignedIn> {
      const nonce = randomBytes(16).toString('hex')
      const signature = markSignature(await signing(), nonce, user)
      return { ...toUserDetails(user), token, device: `${nonce}.${signature}` }
    },
    /** The first of the marks that is valid for this user; undefined when none is, or there is no user. */
    async knownMark(account: MarkedUser | undefined, marks: string[] = []) {
      if (!account || marks.length === 0) return undefined
      const secret = await signing()
      return marks.find((mark) => {
        const [, nonce, signature] = MARK_PATTERN.exec(mark) ?? []
        return nonce && signature && isSameSecret(signature, markSignature(secret, nonce, account))
      })
    },
  }
}

const markSignature = (secret: string, nonce: string, { id, passwordHash }: MarkedUser) =>
  signatureOf(secret, `${id} ${nonce} ${passwordHash ?? ''}`)
