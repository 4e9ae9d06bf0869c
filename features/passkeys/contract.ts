// Passkeys of those who work at the desk.
import { z } from 'zod'
import { id, oneLine, timestamp } from '#contract/codecs.ts'
import { Credentials } from '#contract/users.ts'

/** Characters of a passkey's name at most. */
export const PASSKEY_NAME_MAX = 60

export const Passkey = z
  .object({
    _id: id,
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe('Null: never'),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>
export const Passkeys = z.array(Passkey)

export const PasskeyId = z.object({ id })

/** What the browser's `navigator.credentials` takes, as JSON of the Web Authentication specification. */
export const CredentialOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'CredentialOptions' })
export type CredentialOptions = z.infer<typeof CredentialOptions>

const encoded = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)

/** What an authenticator answers, as JSON of the Web Authentication specification. */
const credential = {
  id: encoded.max(1_400),
  rawId: encoded.max(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}

export const NewPasskey = z.object({
  name: oneLine.trim().min(1).max(PASSKEY_NAME_MAX),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeySignIn = Credentials.pick({ isTrusted: true, renews: true }).extend({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.max(200).optional(),
    }),
  }),
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>
