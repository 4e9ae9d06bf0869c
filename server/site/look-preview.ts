import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { COLOR_SCHEMES, type ColorScheme } from '#contract/look-choices.ts'
import type { Assets, PublicData, Render } from '#contract/rendering.ts'
import type { Db } from '#server/platform/db/client.ts'
import { guardFor } from '#server/shop/accounts/auth.ts'
import { editedLook } from '#server/shop/look/looks.ts'
import { shownLook } from '#server/shop/look/shown-look.ts'
import { type PublicReads, recordTags } from './public-data.ts'
import { partsOfLook } from './shop-info.ts'

type Options = { db: Db; reads: PublicReads; render: Render; assets: Assets }

const Preview = z.object({
  path: z.string().max(300).startsWith('/').default('/'),
  scheme: z.enum(COLOR_SCHEMES).default('light'),
})

/** Serves admins a page of the shop with the draft of the look, as HTML. It is in no cache. */
export function serveLookPreview(app: FastifyInstance, { db, reads, render, assets }: Options) {
  app.get('/api/look/preview', {
    schema: { hide: true, querystring: Preview },
    onRequest: guardFor('admin', db),
    handler: async (request, reply) => {
      const { path, scheme } = request.query as z.output<typeof Preview>
      const { html } = await render(path, await withDraft(db, reads, scheme), assets)
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(withoutScripts(html))
    },
  })
}

/** Scripts would be refused in the preview's frame, with an error on the console. */
const withoutScripts = (html: string) =>
  html.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>| autofocus(="")?/gs, '')

/** The public data, with the draft of the look in the place of the published one, in one color scheme. */
async function withDraft(db: Db, reads: PublicReads, scheme: ColorScheme): Promise<PublicData> {
  const { data } = recordTags(reads)
  const [{ look }, shop] = await Promise.all([editedLook(db), data.shop()])
  return {
    ...data,
    shop: async () => ({ ...shop, ...partsOfLook(look, shop.timeZone) }),
    look: async () => shownLook(look, shop.name, scheme),
  }
}
