import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Drop, Line } from '#contract/drops.ts'
import { TICKET } from '#contract/line.ts'
import type { Db } from '../db/client.ts'
import { takeUpAdmission } from '../drops/admissions.ts'
import { openJoining } from '../drops/join-line.ts'
import { placeInLine, ticketNumbers } from '../drops/tickets.ts'
import { AppError } from '../errors.ts'
import { DROPS } from '../texts/drops.ts'
import { acceptOwnForms } from './own-forms.ts'
import type { PlainOptions } from './plain-checkout.ts'
import { recordTags } from './public-data.ts'
import type { PlainPage, StandingInLine } from './render.ts'
import { sendTooBusyPage } from './too-busy.ts'

type Params = { slug: string; ticket?: string }
type Request = FastifyRequest<{ Params: Params }>

/**
 * Serves the line of a drop for browsers without JavaScript: a form joins it, within the limits of the scripted one, and
 * leads to a page that the browser loads anew as often as the scripts would ask. Its address has the ticket, which such
 * a browser can keep in no other way. Like an open page with scripts, it takes an admission up when the turn comes.
 */
export async function servePlainLine(app: FastifyInstance, { context, reads, admit, render, assets }: PlainOptions) {
  const { db } = context
  const join = openJoining(context)
  const dataOf = () => recordTags(reads).data
  const send = async (request: Request, reply: FastifyReply, page: PlainPage | null, status?: number) => {
    const made = await render(request, PATH, dataOf(), assets, page)
    if (made.refreshSeconds) reply.header('refresh', String(made.refreshSeconds))
    return reply
      .code(status ?? made.status)
      .type('text/html; charset=utf-8')
      .send(made.html)
  }
  const found = async (slug: string) => {
    const [drop, { value: line }] = await Promise.all([dataOf().drop(slug), reads.line(slug)])
    return { drop, line }
  }

  await app.register(async (scope) => {
    acceptOwnForms(scope)
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const { slug = '', ticket = '' } = request.params as Partial<Params>
      if (isMissing(error)) return send(request as Request, reply, null)
      // Who waits sees the line again by itself.
      if (ticket) reply.header('refresh', `${AGAIN_SECONDS}; url=/drops/${encodeURIComponent(slug)}/line/${ticket}`)
      return sendTooBusyPage(reply, error)
    })
    const hidden = {
      schema: { hide: true },
      preHandler: async (request: FastifyRequest) => admit(request),
      exposeHeadRoute: false,
    }

    scope.post<{ Params: Params }>('/drops/:slug/line', hidden, async (request, reply) => {
      const { drop, line } = await found(request.params.slug)
      try {
        const { ticket } = await join(request, drop.slug)
        return reply.redirect(`/drops/${drop.slug}/line/${ticket}`, 303)
      } catch (error) {
        if (!(error instanceof AppError) || !TOLD.includes(error.code)) throw error
        const problem = error.code === 'robot_check_required' ? DROPS.robotCheck : error.message
        return send(request, reply, { line: { drop, line, own: {}, now: Date.now(), problem } }, error.status)
      }
    })

    scope.get<{ Params: Params }>('/drops/:slug/line/:ticket', hidden, async (request, reply) => {
      const { slug, ticket = '' } = request.params
      if (!TICKET.test(ticket)) return send(request, reply, null)
      const { drop, line } = await found(slug)
      const [number] = await ticketNumbers(db, drop._id, [ticket])
      if (number === undefined) return send(request, reply, null)
      const own = { number, ...(await placeOf(db, drop, line, { number, ticket })) }
      return send(request, reply, { line: { drop, line, own, ticket, now: Date.now() } })
    })

    // Who comes by the address of the form.
    scope.get<{ Params: Params }>('/drops/:slug/line', hidden, (request, reply) =>
      reply.redirect(`/drops/${encodeURIComponent(request.params.slug)}`, 303),
    )
  })
}

/** The path that the pages are rendered for: none has it, so that without data it is not found. */
const PATH = '/drops'

/** When the browser of somebody who waits tries again after an answer that the shop is busy. */
const AGAIN_SECONDS = 10

/** What the page says of a form that gave no ticket. */
const TOLD = ['drop_closed', 'robot_check_required', 'robot_check_unavailable', 'rate_limited']

const isMissing = (error: unknown) => error instanceof AppError && [400, 404].includes(error.status)

/** The place of a ticket once it is drawn, and its turn when it has come. */
async function placeOf(db: Db, drop: Drop, line: Line, own: { number: number; ticket: string }) {
  const { state, secret, drawn, admitted } = line
  if (state !== 'line' || !secret) return {}
  const place = placeInLine({ secret, drawn }, own.number)
  return place > admitted ? { place } : { place, turn: await turnOf(db, drop.slug, own.ticket) }
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
