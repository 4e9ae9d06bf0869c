import '#web/lib/zod-csp.ts'
import { ConfirmedRequest } from '#contract/requests.ts'

import { Done } from '#contract/users.ts'

export const schemas = { Done, ConfirmedRequest }

export { encode } from '#web/lib/encode.ts'
