/** A file to upload. */
export type UploadFile = { name?: string; bytes: Uint8Array; field?: string; type?: string }

const BOUNDARY = 'boutique-boundary'

/** Headers and body of a multipart upload, as a browser sends it. */
export function uploadRequest(files: UploadFile[]) {
  const parts = files.flatMap(({ name = 'pen.jpg', bytes, field = 'Image', type = 'image/jpeg' }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const body = Buffer.concat(
    [...parts, `--${BOUNDARY}--\r\n`].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  )
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body }
}

/** The smallest GIF: one white pixel. */
export const ONE_PIXEL_GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
