// How much is left of a rate limit, in the fields RateLimit and RateLimit-Policy of an answer that counts
// (draft-ietf-httpapi-ratelimit-headers-10).
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A counter after a request was counted: how much is left of its `most` until it ends, in whole seconds. */
export type Standing = { name: string; most: number; seconds: number; left: number; ends: number }

const standingsOf = new WeakMap<FastifyRequest, Standing[]>()

/** Adds counters to the fields of the answer. */
export function noteStandings(request: FastifyRequest, standings: Standing[]) {
  if (standings.length > 0) standingsOf.set(request, [...(standingsOf.get(request) ?? []), ...standings])
}

/** Takes counters out of the fields again, because the request does not count after all. */
export function forgetStandings(request: FastifyRequest, counters: { name: string }[]) {
  const names = counters.map(({ name }) => name)
  const standings = standingsOf.get(request)?.filter(({ name }) => !names.includes(name))
  if (standings) standingsOf.set(request, standings)
}

/** Sends the fields. */
export function sendRateLimitFields(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const standings = standingsOf.get(request) ?? []
    if (standings.length > 0) {
      reply.header(
        'ratelimit-policy',
        listOf(standings, ({ most, seconds }) => `q=${most};w=${seconds}`),
      )
      reply.header(
        'ratelimit',
        listOf(standings, ({ left, ends }) => `r=${left};t=${ends}`),
      )
    }
    done()
  })
}

const listOf = (standings: Standing[], parametersOf: (standing: Standing) => string) =>
  standings.map((standing) => `"${standing.name}";${parametersOf(standing)}`).join(', ')
