import '#web/lib/zod-csp.ts'
import { OrderReturns } from '../contract.ts'

export const schemas = { OrderReturns }

export { encode } from '#web/lib/encode.ts'
