import { PHOTO_FIELDS } from '#contract/admin/messages.ts'
import { PHOTO_FIELD, PHOTO_MAX_BYTES, PHOTO_TYPES } from '#contract/admin/uploads.ts'
import type { Problem } from '#contract/errors.ts'
import type { ProductImage } from '#contract/products.ts'
import { messageOf } from '../../../../api-failure.ts'
import { PHOTOS } from '../../../../texts/admin-products.ts'
import { decoded } from '../../wire.ts'

type Sending = { token: string; signal: AbortSignal; onProgress(share: number): void }

const read = decoded('UploadedImages')

/** The reason why the shop would refuse the file, checked before sending; undefined when there is none. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_TYPES.includes(type)) return PHOTO_FIELDS.unsupported
  if (size > PHOTO_MAX_BYTES) return PHOTOS.tooLarge(PHOTO_MAX_BYTES / 2 ** 20)
  return undefined
}

/** Uploads one photo with progress, which `fetch` does not report. Rejects with the error message of the API. */
export function sendPhoto(file: File, { token, signal, onProgress }: Sending): Promise<ProductImage> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<ProductImage>()
  const fail = (status: number, data: Problem | null) =>
    reject(new Error(data?.issues?.[0]?.message ?? messageOf({ status, data })))
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  request.addEventListener('error', () => fail(0, null))
  request.addEventListener('abort', () => fail(0, null))
  request.addEventListener('load', async () => {
    const { status, response } = request
    const [image] = status === 201 ? await read(response).catch(() => []) : []
    if (image) resolve(image)
    else fail(status, response)
  })
  signal.addEventListener('abort', () => request.abort())
  request.open('POST', '/api/products/uploadImage')
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.responseType = 'json'
  const form = new FormData()
  form.append(PHOTO_FIELD, file)
  request.send(form)
  return promise
}
