import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AddedReads } from '#contract/rendering.ts'
import { mapAddedReads } from '#server/shop/added-data.ts'
import { type PlainSite, plainPages } from '#server/shop/plain-pages.ts'
import { acceptOwnForms } from './own-forms.ts'
import { NO_PAGE, type PlainOptions } from './plain-checkout.ts'
import { recordTags } from './public-data.ts'
import { sendTooBusyPage } from './too-busy.ts'

/** Serves the pages that features add for browsers without JavaScript. */
export async function servePlainPages(app: FastifyInstance, { context, reads, admit, render, assets }: PlainOptions) {
  const data = mapAddedReads<AddedReads>((name) => async (key) => (await reads[name](key)).value)
  const site: PlainSite = {
    ...{ context, data, acceptOwnForms, sendTooBusyPage },
    routeOptions: {
      schema: { hide: true },
      preHandler: async (request: FastifyRequest) => admit(request),
      exposeHeadRoute: false,
    },
    async send(request, reply, page, status) {
      const rendering = await render(request, NO_PAGE, recordTags(reads).data, assets, page)
      if (rendering.refreshSeconds) reply.header('refresh', String(rendering.refreshSeconds))
      return reply
        .code(status ?? rendering.status)
        .type('text/html; charset=utf-8')
        .send(rendering.html)
    },
  }
  for (const serve of plainPages) await serve(app, site)
}
