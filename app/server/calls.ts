import assert from 'node:assert/strict'
import { SHOP_CALLS, type ShopCalls } from '#contract/calls/all.ts'
import { type Call, type Calls, defineCalls } from '#contract/calls/define-calls.ts'
import { cspReportCalls } from '#server/platform/http/csp-reports.ts'
import { FEATURES } from './features.ts'

const SERVER_CALLS = { ...cspReportCalls, ...defineCalls({ 'GET /api/openapi.json': { access: 'anyone' } }) }

type NamesOf<Part> = Part extends Record<infer Name, Call> ? Name : never
type Name = NamesOf<ShopCalls | typeof SERVER_CALLS | (typeof FEATURES)[number]['calls']>

/** All calls of the API, of the shop and of its features. `npm run calls` lists them in app/server/calls.txt. */
export const CALLS = mergedCalls([SHOP_CALLS, SERVER_CALLS, ...FEATURES.map(({ calls }) => calls)]) as Record<
  Name,
  Call
>

/** The call of a route; undefined when there is none. HEAD has the call of GET. */
export function callOf(method: string, url: string): Call | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  const path = url.length > 1 ? url.replace(/\/$/, '') : url
  return (CALLS as Record<string, Call>)[`${verb} ${path}`]
}

function mergedCalls(parts: readonly Calls[]): Calls {
  const merged: Record<string, Call> = {}
  for (const part of parts)
    for (const [name, call] of Object.entries<Call>(part)) {
      assert(!merged[name], `${name} is declared twice`)
      merged[name] = call
    }
  return merged
}
