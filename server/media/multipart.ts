import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { PHOTO_FIELD, PHOTO_MOST_BYTES, PHOTOS_AT_ONCE } from '#contract/admin/uploads.ts'
import { AppError } from '../errors.ts'
import { PHOTOS } from '../texts/catalog.ts'

/** A file as it was sent. `name` is what the sender calls it: good for showing it to them, and for nothing else. */
export type Upload = { name: string; bytes: Buffer }

const LIMITS = {
  fileSize: PHOTO_MOST_BYTES,
  files: PHOTOS_AT_ONCE,
  parts: PHOTOS_AT_ONCE + 1,
  fields: 0,
  headerPairs: 20,
  fieldNameSize: 100,
}

/**
 * The photographs of a request, one after the other as they arrive: never more than one is in memory. Throws
 * photo_unsupported when the body is of another kind, photo_too_large, photos_too_many, and invalid_request for the rest.
 */
export async function* photographsIn(request: FastifyRequest): AsyncGenerator<Upload> {
  if (!request.isMultipart()) throw new AppError('photo_unsupported', PHOTOS.notMultipart)
  try {
    for await (const part of request.files({ limits: LIMITS })) {
      if (part.fieldname !== PHOTO_FIELD) throw new AppError('invalid_request', PHOTOS.wrongField(PHOTO_FIELD))
      yield await uploadOf(part)
    }
  } catch (error) {
    throw error instanceof AppError ? error : refusalOf(error as Error & { code?: string })
  }
}

async function uploadOf(part: MultipartFile): Promise<Upload> {
  const name = plainName(part.filename)
  const bytes = await part.toBuffer().catch((error) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error
    throw refusedFile(name, new AppError('photo_too_large', PHOTOS.tooLarge(MEGABYTES)))
  })
  return { name, bytes }
}

const MEGABYTES = PHOTO_MOST_BYTES / 2 ** 20

/** The refusal of one file, which says which. */
export const refusedFile = (name: string, { code, message }: AppError) =>
  new AppError(code, PHOTOS.of(name, message), { issues: [{ path: name, message }] })

/** A name on one line and of a bearable length, whatever was sent. */
const plainName = (name = '') =>
  name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 100) || PHOTOS.unnamed

/** What the parser has against a body is a fault of the body. */
function refusalOf({ code = '' }: Error & { code?: string }) {
  if (/^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code))
    return new AppError('photos_too_many', PHOTOS.tooMany(PHOTOS_AT_ONCE))
  return new AppError('invalid_request', PHOTOS.incomplete)
}
