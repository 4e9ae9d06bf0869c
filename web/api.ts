import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react'
import type { Problem } from '#contract/errors.ts'
import { accountChanged, sessionEnded, type sessionSlice } from './features/accounts/sessionSlice.ts'
import { signInAgain } from './features/accounts/sign-in-again.ts'
import { FAILURE } from './texts/shop.ts'
import type { Wire } from './wire.ts'

/** A call of the API. `isAnonymous` calls carry no token even when a user is signed in, such as signing in. */
export type ApiRequest = { url: string; method?: 'POST' | 'PUT' | 'DELETE'; body?: unknown; isAnonymous?: boolean }

/** A failed call: the status (0 without a response) and the body, which is plain text for a refused coupon. */
export type ApiFailure = { status: number; data: Problem | string | null }

/** The part of the state that authorizes calls. */
type Signed = { session: ReturnType<typeof sessionSlice.reducer> }

/** The roles of the account that calls, as the server has them now. */
type Roles = { isAdmin: boolean; isAPI: boolean }

/**
 * Makes a call: `fetch` in the browser, which `signal` aborts, or the application itself on the server. `tell` receives
 * the caller's current roles with every response, errors included. Throws an ApiFailure.
 */
export type CallApi = (
  request: ApiRequest,
  token: string | undefined,
  signal?: AbortSignal,
  tell?: (roles: Roles) => void,
) => Promise<unknown>

/** Time for a change of another tab to arrive: after a password change there, this tab gets a new token from it. */
const NEWS_MS = 100

/** The refusal of what takes a recent sign-in. */
const SIGN_IN_AGAIN = 'sign_in_again'

const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure> = async (
  request,
  { extra, getState, dispatch, signal },
) => {
  const { call } = extra as { call: CallApi }
  const currentUser = () => (getState() as Signed).session.user
  const ask = async (token: string | undefined) => {
    const tell = (roles: Roles) => token === currentUser()?.token && dispatch(accountChanged(roles))
    try {
      return { data: await call(request, token, signal, tell) }
    } catch (error) {
      const { status = 0, data = null } = error as Partial<ApiFailure>
      return { error: { status, data } }
    }
  }
  const caller = request.isAnonymous ? null : currentUser()
  const token = caller?.token
  const answer = await ask(token)
  if (caller && answer.error && codeOf(answer.error) === SIGN_IN_AGAIN) {
    const hasSignedIn = await signInAgain().catch(() => undefined)
    if (hasSignedIn === undefined) return { error: { status: 0, data: null } }
    const present = currentUser()
    return hasSignedIn && present?._id === caller._id ? ask(present.token) : answer
  }
  if (!token || answer.error?.status !== 401) return answer
  await new Promise((resolve) => setTimeout(resolve, NEWS_MS))
  const present = currentUser()
  if (present?._id === caller?._id && present?.token !== token) return ask(present?.token)
  // The session has ended on the server. A late answer to an earlier session must not end the present one.
  if (present?.token === token) dispatch(sessionEnded())
  return answer
}

/** The client of the shop's API. Each feature injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // On the server nobody unsubscribes: no timers.
  keepUnusedDataFor: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 60,
  tagTypes: ['Product', 'Order', 'User', 'ApiKey', 'Shop'],
  endpoints: () => ({}),
})

/**
 * For `transformResponse`: decodes the response by the schema of this name, amounts in cents. Throws when it does not
 * match.
 */
export const decoded =
  <Name extends keyof Wire>(name: Name) =>
  async (answer: unknown): Promise<Wire[Name]> => {
    const { wire } = await import('./wire.ts')
    return wire[name].parse(answer) as Wire[Name]
  }

/** The error code of a failed call; undefined without one. */
export const codeOf = ({ data }: Partial<ApiFailure>) => (data && typeof data === 'object' ? data.code : undefined)

/** Whether the user canceled signing in again for this call; then there is nothing to show. */
export const isCanceled = (error: unknown) => codeOf((error ?? {}) as Partial<ApiFailure>) === SIGN_IN_AGAIN

/** The message of a failed call for the user. */
export function messageOf(error: unknown): string {
  const { status, data } = (error ?? {}) as Partial<ApiFailure>
  if (status === 0) return FAILURE.unreachable
  if (typeof data === 'string' && data) return data
  return (typeof data === 'object' && data?.message) || FAILURE.generic
}
