import { fileURLToPath } from 'node:url'
import { answerOfChild } from '#server/platform/lib/child-task.ts'

/**
 * The most pixels of an HEIC photo: decoding takes up to 18 bytes for each. Phones take 24 million unless told
 * otherwise.
 */
export const HEIC_MAX_PIXELS = 25_000_000

const TIMEOUT_MS = 20_000

const CODE = ['../../../node_modules', '../../../package.json', '../..'].map((path) => {
  const code = fileURLToPath(new URL(path, import.meta.url))
  return `--allow-fs-read=${code}`
})

/**
 * The decoder reads a stranger's file, and its package follows the fixes of libheif late. So its process has none of
 * the shop's secrets and may read the code alone: no other file, no network, no other program.
 */
export const HEIC_LIMITS = { env: {}, execArgv: ['--permission', '--allow-addons', ...CODE] }

/**
 * Decodes an HEIC photo, as iPhones take them, to an upright JPEG of at most that width, in a child process with limits
 * of time, memory and rights. Resolves to null for one that cannot be decoded within them.
 */
export async function jpegOfHeic(bytes: Uint8Array, width: number): Promise<Buffer | null> {
  const limits = { ...HEIC_LIMITS, timeoutMs: TIMEOUT_MS, isQuiet: true }
  const task = { bytes, width }
  const jpeg = await answerOfChild<Uint8Array>(new URL('heic-process.ts', import.meta.url), task, limits)
  return jpeg && Buffer.from(jpeg)
}
