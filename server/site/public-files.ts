import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { publicFiles } from '#server/shop/public-files.ts'
import { SETTINGS } from '#server/shop/public-tags.ts'
import type { SendCached } from './page-cache.ts'
import type { PublicReads } from './public-data.ts'

type Options = { db: Db; reads: Pick<PublicReads, 'shop'>; shopUrl: string; sendCached: SendCached }

/** Serves the public files of features. */
export function servePublicFiles(app: FastifyInstance, { db, reads, shopUrl, sendCached }: Options) {
  for (const { path, type, make } of publicFiles)
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      sendCached({ request, reply }, path, async () => {
        const { value: shop } = await reads.shop()
        const { text, tags } = await make({ db, shop, shopUrl })
        return { status: 200, type, text, tags: [SETTINGS, ...tags] }
      }),
    )
}
