// The page at the foot of emails that are about no order. Mail programs send its form themselves (RFC 8058, one click):
// from anywhere, without a cookie, as a form of either kind.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { END_PATH, endEmails, readEndLink } from '#server/shop/messages/optional-emails.ts'
import { OPT_OUT } from '#server/shop/messages/texts.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import type { PublicReads } from './public-data.ts'
import { actionPage } from './standalone-pages.ts'
import { sendTooBusyPage } from './too-busy.ts'

type Options = Pick<Context, 'db' | 'rateLimits'> & { reads: Pick<PublicReads, 'shop' | 'look'> }

const BODY_LIMIT = 1024

/** Serves the page that ends the emails of a topic by a button; opening it ends nothing. */
export async function serveEmailEnd(app: FastifyInstance, { db, rateLimits, reads }: Options) {
  const limits = openRateLimits({ db, rateLimits })
  const within = <T>(request: FastifyRequest, work: (link: string) => Promise<T>) =>
    limits.within(request, POLICIES.endLink, {}, () => work(linkIn(request)))
  const send = async (reply: FastifyReply, page: Parameters<typeof actionPage>[2]) => {
    const [shop, look] = await Promise.all([reads.shop(), reads.look()])
    return reply.type('text/html; charset=utf-8').send(actionPage(shop.value, look.value, page))
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, _body, done) => done(null))
    scope.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
    scope.setErrorHandler((error: unknown, _, reply) => {
      if (!(error instanceof AppError) || error.code !== 'link_gone') return sendTooBusyPage(reply, error)
      return send(reply.code(404), {
        ...{ title: OPT_OUT.unknownTitle, sentence: error.message },
        ...{ button: OPT_OUT.shop, href: '/' },
      })
    })
    const options = { schema: { hide: true }, exposeHeadRoute: false }
    scope.get(END_PATH, options, async (request, reply) => {
      const { topic } = await within(request, (link) => readEndLink(db, link))
      return send(reply, { title: OPT_OUT.title, sentence: topic.ends, button: OPT_OUT.button })
    })
    scope.post(END_PATH, options, async (request, reply) => {
      const { ends } = await within(request, (link) => endEmails(db, link))
      return send(reply, { title: OPT_OUT.doneTitle, sentence: ends, button: OPT_OUT.shop, href: '/' })
    })
  })
}

const linkIn = ({ query }: FastifyRequest) => String((query as { link?: unknown }).link ?? '')
