import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { LogoId } from '#contract/admin/look.ts'
import { lookCalls } from '#contract/calls/look.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { allowEmbedding } from '#server/platform/http/file-headers.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { type Upload, uploadedPhotos } from '#server/platform/media/multipart.ts'
import { limitDecoding } from '#server/shop/photos/uploads.ts'
import { addLogo, shownLogo } from './logos.ts'
import { discardDraft, editedLook, publishDraft, restoreLook, saveDraft } from './looks.ts'
import { LOOK } from './texts.ts'

/** The look as admins edit it. */
export const lookRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, lookCalls)

  await app.register(multipart)

  route('GET /api/look', () => editedLook(db))

  route('PUT /api/look', ({ body: { look, version } }) => saveDraft(db, look, version))

  route('POST /api/look/publish', ({ body: { version } }) => publishDraft(db, version))

  route('POST /api/look/discard', ({ body: { version } }) => discardDraft(db, version))

  route('POST /api/look/:id/publish', ({ params: { id }, body: { version } }) => restoreLook(db, id, version))

  route('POST /api/look/logo', async (request) => {
    const bytes = await onlyUpload(uploadedPhotos(request))
    return limitDecoding(() => addLogo(db, bytes))
  })
}

/** The bytes of the only upload. Throws invalid_request for none, and for a second one as soon as it has arrived. */
async function onlyUpload(uploads: AsyncIterable<Upload>) {
  let only: Upload | undefined
  for await (const upload of uploads) {
    if (only) throw new AppError('invalid_request', LOOK.oneLogo)
    only = upload
  }
  if (!only) throw new AppError('invalid_request', LOOK.oneLogo)
  return only.bytes
}

/** Serves logos. The file of a URL never changes, so browsers may cache it for a year. */
export const logoRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/logos/:id.png', {
    schema: { hide: true, params: LogoId },
    handler: async ({ params: { id } }, reply) => {
      const found = await shownLogo(db, id)
      if (!found) return reply.callNotFound()
      allowEmbedding(reply).header('cache-control', 'public, max-age=31536000, immutable')
      return reply.type('image/png').send(found)
    },
  })
}
