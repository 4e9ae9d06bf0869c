import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react'
import type { z } from 'zod'
import type { ShopCalls } from '#contract/calls/all.ts'
import type { Call } from '#contract/calls/define-calls.ts'
import { codeOf, SIGN_IN_AGAIN } from './api-failure.ts'
import type { ApiFailure, ApiRequest, CallApi, Roles } from './call-api.ts'
import type { encode } from './encode.ts'
import type { WithSession } from './sessionSlice.ts'
import { accountChanged, sessionEnded } from './sessionSlice.ts'
import { signInAgain } from './sign-in-again.ts'

/** Time for a change of another tab to arrive: after a password change there, this tab gets a new token from it. */
const NEWS_MS = 100

const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiFailure> = async (
  request,
  { extra, getState, dispatch, signal },
) => {
  const { call } = extra as { call: CallApi }
  const currentUser = () => (getState() as WithSession).session.user
  const ask = async (token: string | undefined, currentPassword?: string) => {
    const tell = (roles: Roles) => token === currentUser()?.token && dispatch(accountChanged(roles))
    try {
      const requestBody = await request.body
      const body =
        currentPassword && request.needsPassword ? { ...(requestBody as object), currentPassword } : requestBody
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
    const proof = await signInAgain(request.needsPassword).catch(() => undefined)
    if (proof === undefined) return { error: { status: 0, data: null } }
    const present = currentUser()
    return proof && present?._id === caller._id ? ask(present.token, proof.password) : answer
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

/** The parameters in the path of a call. */
type ParamsOf<Name extends string> = Name extends `${string}/:${infer Param}/${infer Rest}`
  ? Record<Param, string | number> & ParamsOf<`/${Rest}`>
  : Name extends `${string}/:${infer Param}`
    ? Record<Param, string | number>
    : unknown
type BodyOf<C> = C extends { body: infer Body extends z.ZodType }
  ? undefined extends z.input<Body>
    ? { body?: z.input<Body> }
    : { body: z.input<Body> | Promise<z.input<Body>> }
  : { body?: Record<string, never> }
type QueryOf<C> = C extends { query: infer Query extends z.ZodType }
  ? { query?: string | { [Key in keyof z.input<Query>]?: string | number } }
  : unknown
type AnswerOf<C> = C extends { answer: infer Answer extends z.ZodType } ? z.output<Answer> : unknown
/** What a call sends: the parameters of its path, its query and its body. */
type Sent<C, Name extends string> = ParamsOf<Name> &
  QueryOf<C> &
  BodyOf<C> &
  Pick<ApiRequest, 'isAnonymous' | 'needsPassword'>
type Send<C, Name extends string> = (arg: never) => Sent<C, Name>
/** The argument of an endpoint: that of the function that says what is sent. */
type ArgOf<S, None = void> = S extends () => unknown ? None : S extends (arg: infer Arg) => unknown ? Arg : None

type NeedsNothing<C, Name extends string> = Partial<Sent<C, Name>> extends Sent<C, Name> ? true : false

type SentParts = { [param: string]: unknown; query?: string | Record<string, string> }

/** The request of a call by its name. */
function requestOf(name: string, sent: SentParts) {
  const [method, path] = name.split(' ') as [string, string]
  const url = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(sent[param] as string))
  return { ...sent, method, url: sent.query ? `${url}?${new URLSearchParams(sent.query)}` : url } as ApiRequest
}

/**
 * The client of some calls, with the schemas that `load` loads: the conversion between the values of the code and JSON,
 * such as cents and dollars. `call` is the query and the transformation of an endpoint: of a call by its name, with the
 * name of the schema of its answer, null if nobody reads it, and a function that says what is sent. An answer that does
 * not match its schema throws. `encoded` makes a body; a value that its schema refuses makes the call fail as the API
 * would refuse it.
 */
export const clientOf =
  <C extends { [Name in keyof C]: Call }>() =>
  <Schemas extends { [Name in keyof Schemas]: z.ZodType }>(
    load: () => Promise<{ schemas: Schemas; encode: typeof encode }>,
  ) => {
    const decoded =
      <Name extends keyof Schemas>(name: Name) =>
      async (answer: unknown): Promise<z.output<Schemas[Name]>> =>
        (await load()).schemas[name].parse(answer) as z.output<Schemas[Name]>
    function call<Name extends keyof C & string, S extends Send<C[Name], Name> = () => Sent<C[Name], Name>>(
      name: Name,
      answer: null,
      ...send: NeedsNothing<C[Name], Name> extends true ? [send?: S] : [send: S]
    ): { query: (arg: ArgOf<S>) => ApiRequest }
    function call<
      Name extends keyof C & string,
      Schema extends keyof Schemas,
      S extends Send<C[Name], Name> = () => Sent<C[Name], Name>,
    >(
      name: Name,
      answer: z.output<Schemas[Schema]> extends AnswerOf<C[Name]> ? Schema : never,
      ...send: NeedsNothing<C[Name], Name> extends true ? [send?: S] : [send: S]
    ): {
      query: (arg: ArgOf<S>) => ApiRequest
      transformResponse: (answer: unknown) => Promise<z.output<Schemas[Schema]>>
    }
    function call(name: string, answer: keyof Schemas | null, send: (arg: never) => SentParts = () => ({})) {
      const query = (arg: never) => requestOf(name, send(arg))
      return answer ? { query, transformResponse: decoded(answer) } : { query }
    }
    return {
      call,
      decoded,
      encoded: async <Name extends keyof Schemas>(name: Name, value: z.output<Schemas[Name]>) => {
        const { schemas, encode } = await load()
        return encode(schemas[name], value)
      },
    }
  }

/** The client of the calls of shoppers. Its schemas load with the first call of the browser: rendered pages need none. */
export const { call, decoded, encoded } = clientOf<ShopCalls>()(() => import('./wire.ts'))
