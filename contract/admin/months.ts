import { z } from 'zod'
import { REPORT_FIELDS } from './messages.ts'

const MONTH_PATTERN = /^20\d\d-(0[1-9]|1[0-2])$/

/** A month as `2026-11`. */
export const Month = z.string().regex(MONTH_PATTERN, REPORT_FIELDS.month)
