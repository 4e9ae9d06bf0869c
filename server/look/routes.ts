import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { EditedLook, LogoId, LookId, LookUpdate, LookVersion, UploadedLogo } from '#contract/admin/look.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Upload, uploadedPhotos } from '../media/multipart.ts'
import { limitDecoding } from '../media/uploads.ts'
import { LOOK } from '../texts/catalog.ts'
import { addLogo, shownLogo } from './logos.ts'
import { discardDraft, editedLook, publishDraft, restoreLook, saveDraft } from './looks.ts'

/** The look as admins edit it. */
export const lookRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  await app.register(multipart)

  app.get('/', { schema: { response: { 200: EditedLook } } }, () => editedLook(db))

  app.put('/', {
    schema: { body: LookUpdate, response: { 200: EditedLook } },
    handler: ({ body: { look, version } }) => saveDraft(db, look, version),
  })

  app.post('/publish', {
    schema: { body: LookVersion, response: { 200: EditedLook } },
    handler: ({ body: { version } }) => publishDraft(db, version),
  })

  app.post('/discard', {
    schema: { body: LookVersion, response: { 200: EditedLook } },
    handler: ({ body: { version } }) => discardDraft(db, version),
  })

  app.post('/:id/publish', {
    schema: { params: LookId, body: LookVersion, response: { 200: EditedLook } },
    handler: ({ params: { id }, body: { version } }) => restoreLook(db, id, version),
  })

  app.post('/logo', {
    schema: { response: { 201: UploadedLogo } },
    handler: async (request, reply) => {
      const bytes = await onlyUpload(uploadedPhotos(request))
      return reply.code(201).send(await limitDecoding(() => addLogo(db, bytes)))
    },
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
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      return reply.type('image/png').send(found)
    },
  })
}
