import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { allowEmbedding } from '#server/platform/http/file-headers.ts'
import { isKnownVersion } from '#server/platform/lib/entity-tags.ts'
import { drawIcons, ICON_NAMES, type IconName } from '#server/shop/look/icons.ts'
import { logoFiles } from '#server/shop/look/logos.ts'
import { prepareLook } from '#server/shop/look/looks.ts'
import { prepareSettings } from '#server/shop/settings/settings.ts'
import type { PublicReads } from './public-data.ts'

const YEAR = 'public, max-age=31536000, immutable'

/** Serves the icons and the picture for shared links, drawn on their first request after a change. */
export function serveIcons(app: FastifyInstance, { db, reads }: { db: Db; reads: Pick<PublicReads, 'look'> }) {
  const draw = iconDrawer(db)
  for (const name of ICON_NAMES)
    app.get(`/${name}`, { schema: { hide: true } }, async (request, reply) => {
      const { icons: version } = (await reads.look()).value
      const etag = `"${version}"`
      allowEmbedding(reply)
      // Pages name the version in the URL, which then always shows the same.
      reply.header('cache-control', request.url === `/${name}?${version}` ? YEAR : 'no-cache').header('etag', etag)
      if (isKnownVersion(request.headers, etag)) return reply.code(304).send()
      const { type, bytes } = await draw(version, name)
      return reply.type(type).send(bytes)
    })
}

/** Draws the icons of a version once, for all requests that wait for them. */
function iconDrawer(db: Db) {
  const readLook = prepareLook(db)
  const readSettings = prepareSettings(db)
  const drawnIcons = async () => {
    const [look, { name }] = await Promise.all([readLook(), readSettings()])
    const logo = look.mark.kind === 'logo' ? await logoFiles(db, look.mark.logo) : undefined
    return drawIcons({ look, name, logo })
  }
  let latest: { version: string; icons: ReturnType<typeof drawnIcons> } | undefined
  return async (version: string, name: IconName) => {
    if (latest?.version !== version) {
      const icons = drawnIcons()
      latest = { version, icons }
      icons.catch(() => {
        if (latest?.icons === icons) latest = undefined
      })
    }
    return (await latest.icons)[name]
  }
}
