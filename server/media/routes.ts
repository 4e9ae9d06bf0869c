import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { UploadedImages } from '#contract/admin/uploads.ts'
import type { Context } from '../context.ts'
import { photoFile } from './file-names.ts'
import { photographsIn } from './multipart.ts'
import type { Kept } from './store.ts'
import { keepUploads } from './uploads.ts'
import { openKept } from './variant-cache.ts'

const TYPE = { jpg: 'image/jpeg', jpeg: 'image/jpeg', avif: 'image/avif', webp: 'image/webp' }

/** The photographs. An address never changes what it shows, so browsers may keep it for a year. */
export const mediaRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { photos } }) => {
  const keptFile = openKept(photos)
  app.get('/images/:file', {
    schema: { hide: true, params: z.object({ file: z.string() }) },
    handler: async (request, reply) => {
      const file = photoFile(request.params.file)
      const kept = file && (await keptFile(file))
      if (!kept) return reply.callNotFound()
      reply.type(TYPE[file.form?.format ?? 'jpg'])
      return sendKept(request, reply, kept)
    },
  })
}

/** A telephone's, at the edge of its network. */
const SLOWEST_UPLOAD = 8 * 1024
const MINUTE = 60_000

/** Uploads by the seller. Who may not upload is answered before the body is read. */
export const uploadRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  await app.register(multipart)
  app.post('/products/uploadImage', {
    config: { slowestBody: SLOWEST_UPLOAD },
    handlerTimeout: 10 * MINUTE,
    schema: { response: { 201: UploadedImages } },
    handler: async (request, reply) => reply.code(201).send(await keepUploads(context, photographsIn(request))),
  })
}

function sendKept(request: FastifyRequest, reply: FastifyReply, { etag, size, body }: Kept) {
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
  // Opened by itself, a picture is a picture and can do nothing else.
  reply.header('content-security-policy', "default-src 'none'; sandbox").header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-length', size).send(body())
}
