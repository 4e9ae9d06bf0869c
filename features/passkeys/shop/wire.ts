import '#web/lib/zod-csp.ts'
import { Done, SignedIn } from '#contract/users.ts'
import { CredentialOptions, Passkey, Passkeys } from '../contract.ts'

export const schemas = { CredentialOptions, Done, Passkey, Passkeys, SignedIn }

export { encode } from '#web/lib/encode.ts'
