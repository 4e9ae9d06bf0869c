import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_MAX_BYTES } from '../contract.ts'
import { fileError } from './source-file.ts'
import { IMPORT_FILES } from './texts.ts'

const HOUR_MS = 3_600_000

/**
 * Keeps an uploaded file on disk while `work` reads it. The files of killed processes go with a later upload. Throws
 * import_refused for a file that is too large.
 */
export async function withUploadedFile<Done>(dataDir: string, body: Readable, work: (path: string) => Promise<Done>) {
  const folder = join(dataDir, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeOldFiles(folder)
  const path = join(folder, `${randomUUID()}.upload`)
  try {
    await pipeline(body, limitedChunks, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function* limitedChunks(chunks: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > IMPORT_MAX_BYTES) throw fileError(IMPORT_FILES.tooLarge(IMPORT_MAX_BYTES / 2 ** 20))
    yield chunk
  }
}

async function removeOldFiles(folder: string) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (name.endsWith('.upload') && mtimeMs < Date.now() - HOUR_MS) await rm(file, { force: true })
  }
}
