import { z } from 'zod'
import type { ErrorCategory, ErrorCode, SquareError } from '../square-api.ts'

/** An error answer in Square's format. */
export class SquareApiError extends Error {
  readonly status: number
  readonly body: { errors: SquareError[] }

  constructor(status: number, category: ErrorCategory, code: ErrorCode, detail: string, field?: string) {
    super(detail)
    this.status = status
    this.body = { errors: [{ category, code, detail, ...(field ? { field } : {}) }] }
  }
}

export const badRequest = (code: ErrorCode, detail: string, field?: string) =>
  new SquareApiError(400, 'INVALID_REQUEST_ERROR', code, detail, field)

export const notFound = (what: string) =>
  new SquareApiError(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', `Could not find ${what}`)

export const keyReused = () =>
  badRequest(
    'IDEMPOTENCY_KEY_REUSED',
    'The idempotency key can only be retried with the same request data.',
    'idempotency_key',
  )

/** The parsed body. Throws a SquareApiError about the first issue, worded as Square does. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body, { reportInput: true })
  if (data !== undefined) return data
  const issue = error?.issues[0]
  const field = issue?.path.join('.') ?? ''
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    throw badRequest('MISSING_REQUIRED_PARAMETER', 'Field must be set', field)
  if (issue?.code === 'too_big' && issue.origin === 'string')
    throw badRequest('VALUE_TOO_LONG', `Field must not be greater than ${issue.maximum} length`, field)
  if (issue?.code === 'unrecognized_keys')
    throw badRequest('UNKNOWN_BODY_PARAMETER', `Unknown field ${issue.keys.join(', ')}`, issue.keys[0])
  throw badRequest('INVALID_VALUE', issue?.message ?? 'Invalid value', field)
}

export const Money = z.strictObject({ amount: z.int().min(1), currency: z.literal('USD') })

export const IdempotencyKey = z.string().min(1).max(45)
