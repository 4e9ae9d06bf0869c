import type { AccessRows } from '#server/testing/access-rows.ts'

// Its tools are calls of others.
export const accessRows: AccessRows<Record<never, never>> = { rows: {} }
