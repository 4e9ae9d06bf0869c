import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react'
import type { z } from 'zod'
import { codeOf, SIGN_IN_AGAIN } from './api-failure.ts'
import type { ApiFailure, ApiRequest, CallApi, Roles } from './call-api.ts'
import { accountChanged, sessionEnded, type sessionSlice } from './features/accounts/sessionSlice.ts'
import { signInAgain } from './features/accounts/sign-in-again.ts'
import { FAILURE } from './texts/failure.ts'

/** The part of the state that authorizes calls. */
type Signed = { session: ReturnType<typeof sessionSlice.reducer> }

/** Time for a change of another tab to arrive: after a password change there, this tab gets a new token from it. */
const NEWS_MS = 100

const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure> = async (
  request,
  { extra, getState, dispatch, signal },
) => {
  const { call } = extra as { call: CallApi }
  const currentUser = () => (getState() as Signed).session.user
  const ask = async (token: string | undefined, currentPassword?: string) => {
    const tell = (roles: Roles) => token === currentUser()?.token && dispatch(accountChanged(roles))
    try {
      const given = await request.body
      const body = currentPassword && request.needsPassword ? { ...(given as object), currentPassword } : given
      return { data: await call({ ...request, body }, token, signal, tell) }
    } catch (error) {
      const { status = 0, data = null } = error as Partial<ApiFailure>
      return { error: { status, data } }
    }
  }
  const caller = request.isAnonymous ? null : currentUser()
  const token = caller?.token
  const answer = await ask(token)
  if (caller && answer.error && codeOf(answer.error) === SIGN_IN_AGAIN) {
    const password = await signInAgain().catch(() => undefined)
    if (password === undefined) return { error: { status: 0, data: null } }
    const present = currentUser()
    return password && present?._id === caller._id ? ask(present.token, password) : answer
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
  tagTypes: ['Product', 'Order', 'User', 'ApiKey', 'Address', 'Shop'],
  endpoints: () => ({}),
})

/**
 * The conversion between the values of the code and JSON, such as cents and dollars, by the names of schemas, which
 * `load` loads. `decoded`, for `transformResponse`, throws when a response does not match its schema. `encoded` makes
 * the body of a call; a value that its schema refuses makes the call fail as the API would refuse it.
 */
export const wireBy = <Schemas extends { [Name in keyof Schemas]: z.ZodType }>(load: () => Promise<Schemas>) => ({
  decoded:
    <Name extends keyof Schemas>(name: Name) =>
    async (answer: unknown): Promise<z.output<Schemas[Name]>> =>
      (await load())[name].parse(answer) as z.output<Schemas[Name]>,
  encoded: async <Name extends keyof Schemas>(name: Name, value: z.output<Schemas[Name]>) => {
    const { data, error } = (await load())[name].safeEncode(value)
    if (!error) return data
    const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    const message = issues[0]?.message ?? FAILURE.generic
    throw Object.assign(new Error(message), { status: 400, data: { message, code: 'invalid_request', issues } })
  },
})

/** `wireBy` the schemas of shoppers. They load with the first call of the browser: rendered pages need none of them. */
export const { decoded, encoded } = wireBy(async () => (await import('./wire.ts')).schemas)
