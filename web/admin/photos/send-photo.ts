import { PHOTO_FIELDS } from '#contract/admin/messages.ts'
import { isPhotoFile, PHOTO_FIELD, PHOTO_MAX_BYTES } from '#contract/admin/uploads.ts'
import type { Problem } from '#contract/errors.ts'
import type { ProductImage } from '#contract/products.ts'
import { decoded } from '#web/admin/lib/wire.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { PHOTOS } from '#web/texts/admin-products.ts'

/** Who sends, what stops it, and what hears of the share that has been sent. */
export type Sending = { token: string; signal: AbortSignal; onProgress(share: number): void }

const readPhotos = decoded('UploadedImages')

/** The reason why the shop would refuse the file, checked before sending; undefined when there is none. */
export function fileProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (!isPhotoFile(file)) return PHOTO_FIELDS.unsupported
  if (file.size > PHOTO_MAX_BYTES) return PHOTOS.tooLarge(PHOTO_MAX_BYTES / 2 ** 20)
  return undefined
}

/** Uploads one photo. Rejects as sendFile. */
export const sendPhoto = (file: File, sending: Sending): Promise<ProductImage> =>
  sendFile('/api/products/uploadImage', file, { ...sending, read: firstPhoto })

async function firstPhoto(answer: unknown) {
  const [image] = await readPhotos(answer)
  if (!image) throw new Error('The shop stored no photo.')
  return image
}

/** Uploads one file with progress, which `fetch` does not report. Rejects with the error message of the API. */
export function sendFile<Sent>(
  url: string,
  file: File,
  { token, signal, onProgress, read }: Sending & { read(answer: unknown): Sent | Promise<Sent> },
): Promise<Sent> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<Sent>()
  const fail = (status: number, data: Problem | null) =>
    reject(new Error(data?.issues?.[0]?.message ?? messageOf({ status, data })))
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  request.addEventListener('error', () => fail(0, null))
  request.addEventListener('abort', () => fail(0, null))
  request.addEventListener('load', async () => {
    const { status, response } = request
    if (status !== 201) return fail(status, response)
    try {
      resolve(await read(response))
    } catch {
      fail(status, null)
    }
  })
  signal.addEventListener('abort', () => request.abort())
  request.open('POST', url)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.responseType = 'json'
  const form = new FormData()
  form.append(PHOTO_FIELD, file)
  request.send(form)
  return promise
}
