import '#web/lib/zod-csp.ts'

import { Done } from '#contract/users.ts'
import { DeletionPreview } from '../contract.ts'

export const schemas = { Done, DeletionPreview }

export { encode } from '#web/lib/encode.ts'
