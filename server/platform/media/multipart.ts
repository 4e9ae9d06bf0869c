import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { PHOTO_FIELD, PHOTO_MAX_BYTES, PHOTOS_PER_UPLOAD } from '#contract/admin/uploads.ts'
import { AppError } from '#server/errors.ts'
import { PHOTOS } from './texts.ts'

/** An uploaded file. `name` comes from the client: show it in messages, never use it as a path. */
export type Upload = { name: string; bytes: Buffer }

const LIMITS = {
  fileSize: PHOTO_MAX_BYTES,
  files: PHOTOS_PER_UPLOAD,
  parts: PHOTOS_PER_UPLOAD + 1,
  fields: 0,
  headerPairs: 20,
  fieldNameSize: 100,
}

/**
 * Yields the uploaded photos of a request as they arrive, with one in memory at a time. Throws photo_unsupported when
 * the body is not multipart, photo_too_large, photos_too_many, and invalid_request for anything else.
 */
export async function* uploadedPhotos(request: FastifyRequest): AsyncGenerator<Upload> {
  if (!request.isMultipart()) throw new AppError('photo_unsupported', PHOTOS.notMultipart)
  try {
    for await (const part of request.files({ limits: LIMITS })) {
      if (part.fieldname !== PHOTO_FIELD) throw new AppError('invalid_request', PHOTOS.wrongField(PHOTO_FIELD))
      yield await uploadOf(part)
    }
  } catch (error) {
    throw error instanceof AppError ? error : parserError(error as Error & { code?: string })
  }
}

async function uploadOf(part: MultipartFile): Promise<Upload> {
  const name = printableName(part.filename)
  const bytes = await part.toBuffer().catch((error) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error
    throw fileError(name, new AppError('photo_too_large', PHOTOS.tooLarge(MEGABYTES)))
  })
  return { name, bytes }
}

const MEGABYTES = PHOTO_MAX_BYTES / 2 ** 20

/** The error, with the name of the file in its message and issue. */
export const fileError = (name: string, { code, message }: AppError) =>
  new AppError(code, PHOTOS.of(name, message), { issues: [{ path: name, message }] })

/** The name without control characters, 100 characters at most. */
const printableName = (name = '') =>
  name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100) || PHOTOS.unnamed

/** Translates an error of the multipart parser, which the body caused. */
function parserError({ code = '' }: Error & { code?: string }) {
  if (/^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code))
    return new AppError('photos_too_many', PHOTOS.tooMany(PHOTOS_PER_UPLOAD))
  return new AppError('invalid_request', PHOTOS.incomplete)
}
