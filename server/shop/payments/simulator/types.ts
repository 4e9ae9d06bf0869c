import type { AnswerBody } from '../square-api.ts'

/** HTTP status and body of an answer. */
export type Answer = { status: number; body: AnswerBody }

/** Faults inside the work: a declined card, a list that lags or repeats a row, a refund that stays pending. */
export type Quirks = { decline?: string; lag?: number; repeatRow?: true; pageSize?: number; pending?: true }
