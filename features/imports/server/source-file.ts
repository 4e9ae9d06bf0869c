// A file as it comes: found out what it is, and read as text in the right letters without keeping it in memory.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError } from '#server/errors.ts'
import { IMPORT_MAX_BYTES } from '../contract.ts'
import { IMPORT_FILES } from './texts.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const HEAD_BYTES = 4096

/**
 * The encoding of a text file: by its byte order mark, by the zeros of UTF-16, else UTF-8, and Windows-1252 for a file
 * that is not UTF-8. Throws import_refused for a spreadsheet, for anything else that is no text, and for an empty file.
 */
export async function encodingOf(path: string): Promise<Encoding> {
  const { head, size } = await headOf(path)
  if (size === 0) throw fileError(IMPORT_FILES.empty)
  if (size > IMPORT_MAX_BYTES) throw fileError(IMPORT_FILES.tooLarge(IMPORT_MAX_BYTES / 2 ** 20))
  if (startsWith(head, 0x50, 0x4b) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    throw fileError(IMPORT_FILES.spreadsheet)
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be'
  const zeros = (from: number) => head.filter((byte, at) => at % 2 === from && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (odd > head.length / 5 && even === 0) return 'utf-16le'
  if (even > head.length / 5 && odd === 0) return 'utf-16be'
  if (even + odd > 0 || /^%PDF|^GIF8|^\x89PNG/.test(head.toString('latin1'))) throw fileError(IMPORT_FILES.notText)
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252'
}

async function headOf(path: string) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { head: buffer.subarray(0, bytesRead), size }
  } finally {
    await file.close()
  }
}

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)

async function isUtf8(path: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** The text of a file, piece by piece, without a byte order mark. */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }))
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

export const fileError = (message: string) => new AppError('import_refused', message)
