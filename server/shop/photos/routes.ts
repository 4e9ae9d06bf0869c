import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { uploadCalls } from '#contract/calls/photos.ts'
import { allowEmbedding, removeDocumentHeaders } from '#server/platform/http/file-headers.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { isKnownVersion } from '#server/platform/lib/entity-tags.ts'
import { parsePhotoName } from '#server/platform/media/file-names.ts'
import { uploadedPhotos } from '#server/platform/media/multipart.ts'
import type { StoredFile } from '#server/platform/media/store.ts'
import type { openVariantCache } from '#server/platform/media/variant-cache.ts'
import { storeUploads } from './uploads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The photos that this process serves. */
    photoCache: ReturnType<typeof openVariantCache>
  }
}

const TYPE = { jpg: 'image/jpeg', jpeg: 'image/jpeg', avif: 'image/avif', webp: 'image/webp' }

/** Serves photos. The file of a URL never changes, so browsers may cache it for a year. */
export const mediaRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/images/:file', {
    schema: { hide: true, params: z.object({ file: z.string() }) },
    handler: async (request, reply) => {
      const file = parsePhotoName(request.params.file)
      const found = file && (await app.photoCache.open(file))
      if (!found) return reply.callNotFound()
      reply.type(TYPE[file.variant?.format ?? 'jpg'])
      return sendFile(request, reply, found)
    },
  })
}

/** Bytes per second of a phone with poor reception. */
const SLOWEST_UPLOAD = 8 * 1024
const MINUTE = 60_000

/** Photo uploads by admins. Everyone else is refused before the body is read. */
export const uploadRoutes: ApiRoutes = async (app, { context }) => {
  const route = routesOf(app, uploadCalls)

  await app.register(multipart)
  route('POST /api/products/uploadImage', (request) => storeUploads(context, uploadedPhotos(request)), {
    config: { slowestBody: SLOWEST_UPLOAD, longestMs: 10 * MINUTE },
  })
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { etag, size, body }: StoredFile) {
  removeDocumentHeaders(reply)
  allowEmbedding(reply).header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
  // A photo opened on its own cannot run scripts.
  reply.header('content-security-policy', "default-src 'none'; sandbox").header('x-content-type-options', 'nosniff')
  if (isKnownVersion(request.headers, etag)) return reply.code(304).send()
  return reply.header('content-length', size).send(body())
}
