import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The most pixels of an HEIC photo: decoding takes up to 18 bytes for each. Phones take 24 million unless told otherwise. */
export const HEIC_MAX_PIXELS = 25_000_000

const TIMEOUT_MS = 20_000

/**
 * Decodes an HEIC photo, as iPhones take them, to an upright JPEG of at most that width, in a child process with limits
 * of time and memory. Resolves to null for one that cannot be decoded within them.
 */
export async function jpegOfHeic(bytes: Uint8Array, width: number): Promise<Buffer | null> {
  const child = fork(new URL('heic-process.ts', import.meta.url), {
    execArgv: [],
    // A stranger's file is read there, so none of the shop's secrets are.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const answered = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])
  child.send({ bytes, width })
  const [jpeg] = (await answered) as [Uint8Array?]
  clearTimeout(timer)
  child.kill('SIGKILL')
  return jpeg ? Buffer.from(jpeg) : null
}
