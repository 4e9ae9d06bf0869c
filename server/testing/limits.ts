import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { rateLimits } from '#server/platform/rate-limits/schema.ts'
import type { testApp } from './app.ts'

type App = Awaited<ReturnType<typeof testApp>>['app']

export const HOUR = 3_600
export const DAY = 24 * HOUR

/** Moves the windows of all counters into the past by this many seconds. */
export function passTime(db: Db, seconds: number) {
  const earlier = (moment: SQLWrapper) => sql`${moment} - ${seconds} * interval '1 second'`
  const { windowEnds, waitsUntil } = rateLimits
  return db.update(rateLimits).set({ windowEnds: earlier(windowEnds), waitsUntil: earlier(waitsUntil) })
}

/** Makes calls from this network address. */
export const callsFrom =
  (app: App, address: string) =>
  (url: string, payload: object, token?: string, headers: object = {}, method: 'POST' | 'PUT' = 'POST') =>
    app.inject({
      method,
      url,
      payload,
      remoteAddress: address,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })

/** An IP address from the documentation ranges. */
export const testAddress = (number: number) => `198.51.${100 + Math.floor(number / 250)}.${(number % 250) + 1}`

/** Runs `act` this many times in sequence; returns the results. */
export async function repeat<T>(times: number, act: (round: number) => Promise<T>): Promise<T[]> {
  const outcomes: T[] = []
  for (let round = 0; round < times; round++) outcomes.push(await act(round))
  return outcomes
}
