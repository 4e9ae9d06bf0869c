import type { AccessRows } from '#server/testing/access-rows.ts'
import type { lowStock } from '../server/feature.ts'

/** It has no calls. */
export const accessRows: AccessRows<(typeof lowStock)['calls']> = { rows: {} }
