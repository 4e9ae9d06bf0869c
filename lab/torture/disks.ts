// A small disk of a test's own, which it fills: a file system in memory.
import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './databases.ts'

const run = promisify(execFile)

/** Mounting needs root on Linux. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

const MEGABYTE = 2 ** 20

/** An empty disk of that many megabytes. `fill` leaves not a byte of it, `free` makes room again. */
export async function smallDisk(megabytes: number) {
  const folder = await temporaryFolder()
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'boutique-torture', folder])
  onTestFinished(async () => {
    await run('umount', ['-l', folder])
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a')
      try {
        for (let size = MEGABYTE; size > 0; )
          await file.write(Buffer.alloc(size, 1)).catch(() => {
            size = Math.floor(size / 2)
          })
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
  }
}
