import '#web/lib/zod-csp.ts'
import { Done } from '#contract/users.ts'

export const schemas = { Done }

export { encode } from '#web/lib/encode.ts'
