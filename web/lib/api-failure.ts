import { FAILURE } from '#web/texts/failure.ts'
import type { ApiFailure } from './call-api.ts'

/** The error code of a failed call for which the user has to sign in again. */
export const SIGN_IN_AGAIN = 'sign_in_again'

/** The error code of a failed call; undefined without one. */
export const codeOf = ({ data }: Partial<ApiFailure>) => (data && typeof data === 'object' ? data.code : undefined)

/** What a failed call says is wrong with its fields. */
export const issuesOf = ({ data }: Partial<ApiFailure>) => (data && typeof data === 'object' && data.issues) || []

/** Whether the user canceled signing in again for this call; then there is nothing to show. */
export const isCanceled = (error: unknown) => codeOf((error ?? {}) as Partial<ApiFailure>) === SIGN_IN_AGAIN

/** The message of a failed call for the user. */
export function messageOf(error: unknown): string {
  const { status, data } = (error ?? {}) as Partial<ApiFailure>
  if (status === 0) return FAILURE.unreachable
  if (typeof data === 'string' && data) return data
  return (typeof data === 'object' && data?.message) || FAILURE.generic
}
