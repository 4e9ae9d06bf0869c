import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { PlainSite } from '#server/shop/plain-pages.ts'
import type { Drop, Line, StandingInLine } from '../contract.ts'
import { TICKET_PATTERN } from '../ticket-pattern.ts'
import { takeUpAdmission } from './admissions.ts'
import { openJoining } from './join-line.ts'
import { DROPS } from './texts.ts'
import { placeInLine, ticketNumbers } from './tickets.ts'

type Params = { slug: string; ticket?: string }

/**
 * Serves the line of a drop for browsers without JavaScript: a form joins it, within the limits of the scripted one, and
 * leads to a page that the browser loads anew as often as the scripts would ask. Its address has the ticket, which such
 * a browser can keep in no other way. Like an open page with scripts, it takes an admission up when the turn comes.
 */
export async function servePlainLine(app: FastifyInstance, { context, data, routeOptions, send, ...site }: PlainSite) {
  const { db } = context
  const join = openJoining(context)
  const dropWithLine = async (slug: string) => {
    const [drop, line] = await Promise.all([data.drop(slug), data.line(slug)])
    return { drop, line }
  }

  await app.register(async (scope) => {
    site.acceptOwnForms(scope)
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const { slug = '', ticket = '' } = request.params as Partial<Params>
      if (isMissing(error)) return send(request, reply, null)
      // Who waits sees the line again by itself.
      if (ticket) reply.header('refresh', `${AGAIN_SECONDS}; url=/drops/${encodeURIComponent(slug)}/line/${ticket}`)
      return site.sendTooBusyPage(reply, error)
    })

    scope.post<{ Params: Params }>('/drops/:slug/line', routeOptions, async (request, reply) => {
      const { drop, line } = await dropWithLine(request.params.slug)
      try {
        const { ticket } = await join(request, drop.slug)
        return reply.redirect(`/drops/${drop.slug}/line/${ticket}`, 303)
      } catch (error) {
        if (!(error instanceof AppError) || !TOLD_CODES.includes(error.code)) throw error
        const problem = error.code === 'robot_check_required' ? DROPS.robotCheck : error.message
        return send(request, reply, { line: { drop, line, own: {}, now: Date.now(), problem } }, error.status)
      }
    })

    scope.get<{ Params: Params }>('/drops/:slug/line/:ticket', routeOptions, async (request, reply) => {
      const { slug, ticket = '' } = request.params
      if (!TICKET_PATTERN.test(ticket)) return send(request, reply, null)
      const { drop, line } = await dropWithLine(slug)
      const [number] = await ticketNumbers(db, drop._id, [ticket])
      if (number === undefined) return send(request, reply, null)
      const ownPlace = { number, ...(await placeOf(db, drop, line, { number, ticket })) }
      return send(request, reply, { line: { drop, line, own: ownPlace, ticket, now: Date.now() } })
    })

    // Who comes by the address of the form.
    scope.get<{ Params: Params }>('/drops/:slug/line', routeOptions, (request, reply) =>
      reply.redirect(`/drops/${encodeURIComponent(request.params.slug)}`, 303),
    )
  })
}

/** When the browser of somebody who waits tries again after an answer that the shop is busy. */
const AGAIN_SECONDS = 10

/** Errors after which the page says why the form gave no ticket. */
const TOLD_CODES = ['drop_closed', 'robot_check_required', 'robot_check_unavailable', 'rate_limited']

const isMissing = (error: unknown) => error instanceof AppError && [400, 404].includes(error.status)

/** The place of a ticket once it is drawn, and its turn when it has come. */
async function placeOf(db: Db, drop: Drop, line: Line, ownTicket: { number: number; ticket: string }) {
  const { state, secret, drawn, admitted } = line
  if (state !== 'line' || !secret) return {}
  const place = placeInLine({ secret, drawn }, ownTicket.number)
  return place > admitted ? { place } : { place, turn: await turnOf(db, drop.slug, ownTicket.ticket) }
}

/** The admission of a ticket, taken up by now; undefined when the line has closed meanwhile. */
async function turnOf(db: Db, slug: string, ticket: string): Promise<StandingInLine['own']['turn']> {
  try {
    return await takeUpAdmission(db, slug, ticket)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'admission_ended') return 'over'
    if (error.code === 'not_admitted' || error.code === 'drop_closed') return undefined
    throw error
  }
}
