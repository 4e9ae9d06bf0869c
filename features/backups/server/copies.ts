// Copies of backups in an S3 bucket, sent in parts, so that no backup is read into memory as a whole.
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type BucketRequest, listKeys, openBucket } from '#server/platform/media/bucket.ts'
import { madeAtOf } from './backup-folder.ts'
import type { BackupBucket } from './backup-plan.ts'
import { backupsToKeep } from './keep-rule.ts'

/** S3 takes parts of 5 MB to 5 GB, and 10,000 of them. */
const PART_BYTES = 16 * 2 ** 20
/** For one part, on a slow line. */
const PART_SECONDS = 600

/** Copies a backup into the bucket, and deletes the copies there that the keep rule does not keep. */
export async function copyBackup(place: BackupBucket, path: string, timeZone: string) {
  const request = openBucket(place, PART_SECONDS)
  const key = `/${place.prefix}${basename(path)}`
  const uploadStart = await request('POST', `${key}?uploads=`)
  const [, id = ''] = /<UploadId>([^<]+)</.exec(await uploadStart.text()) ?? []
  const query = (fields: object) => `${key}?${new URLSearchParams({ ...fields, uploadId: id })}`
  const parts: string[] = []
  for await (const bytes of partsOf(path)) {
    const number = parts.length + 1
    const reply = await request('PUT', query({ partNumber: String(number) }), bytes)
    parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${reply.headers.get('etag')}</ETag></Part>`)
  }
  const answer = await request(
    'POST',
    query({}),
    `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  )
  // An upload that could not be put together is answered 200, too.
  const body = await answer.text()
  if (!body.includes('<CompleteMultipartUploadResult')) throw new Error('The bucket did not take the copy.')
  await deleteOldCopies(request, place.prefix, timeZone)
}

async function* partsOf(path: string) {
  const file = await open(path)
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PART_BYTES) })
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function deleteOldCopies(request: BucketRequest, prefix: string, timeZone: string) {
  const copies = (await listKeys(request, prefix)).flatMap((key) => {
    const at = madeAtOf(key.slice(prefix.length))
    return at === undefined ? [] : { key, at }
  })
  const keptCopies = backupsToKeep(copies, timeZone)
  for (const { key } of copies.filter((copy) => !keptCopies.has(copy))) await request('DELETE', `/${key}`)
}
