import { answerOfChild } from '../lib/child-task.ts'

/**
 * The most pixels of an HEIC photo: decoding takes up to 18 bytes for each. Phones take 24 million unless told
 * otherwise.
 */
export const HEIC_MAX_PIXELS = 25_000_000

const TIMEOUT_MS = 20_000

/**
 * Decodes an HEIC photo, as iPhones take them, to an upright JPEG of at most that width, in a child process with limits
 * of time and memory. Resolves to null for one that cannot be decoded within them.
 */
export async function jpegOfHeic(bytes: Uint8Array, width: number): Promise<Buffer | null> {
  // A stranger's file is read there, so none of the shop's secrets are.
  const limits = { env: {}, timeoutMs: TIMEOUT_MS, isQuiet: true }
  const task = { bytes, width }
  const jpeg = await answerOfChild<Uint8Array>(new URL('heic-process.ts', import.meta.url), task, limits)
  return jpeg && Buffer.from(jpeg)
}
