// Pages that features add for browsers without JavaScript, and that no address alone describes.
// app/server/features.ts fills the list while the program loads.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddedPlainPage, AddedReads } from '#contract/rendering.ts'
import type { Context } from '#server/platform/context.ts'

/** What the site does for such pages. */
export type PlainSite = {
  context: Pick<Context, 'db' | 'rateLimits' | 'robotCheck'>
  data: AddedReads
  /** The options of their routes, which admit as many requests as those of other pages that are in no cache. */
  routeOptions: {
    schema: { hide: true }
    preHandler(request: FastifyRequest): Promise<void>
    exposeHeadRoute: false
  }
  /** Has the routes of a scope accept forms as the only bodies, from the shop's own pages, and be in no cache. */
  acceptOwnForms(scope: FastifyInstance): void
  /** Sends the page, with its status unless there is another; for null what unknown addresses get. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: AddedPlainPage | null,
    status?: number,
  ): Promise<FastifyReply>
  /** Sends the "too busy" page for 429 and 503. Rethrows every other error. */
  sendTooBusyPage(reply: FastifyReply, error: unknown): FastifyReply
}

export type ServePlainPages = (app: FastifyInstance, site: PlainSite) => Promise<void>

export const plainPages: ServePlainPages[] = []
