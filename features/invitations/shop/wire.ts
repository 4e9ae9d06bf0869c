import '#web/lib/zod-csp.ts'
import { SignedIn } from '#contract/users.ts'
import { OpenedInvitation } from '../contract.ts'

export const schemas = { OpenedInvitation, SignedIn }

export { encode } from '#web/lib/encode.ts'
