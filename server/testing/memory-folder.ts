import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30
const FOLDER_PATTERN = /^boutique-tests-(\d+)$/

/**
 * A folder in memory for the temporary files of this process and its children, if there is enough: databases of tests
 * wait for no disk there. It ends with this process; what a killed one has left is removed.
 */
export function memoryFolder(): string | undefined {
  if (process.env.TMPDIR?.startsWith(MEMORY)) return process.env.TMPDIR
  if (!isLarge()) return undefined
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = FOLDER_PATTERN.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const folder = join(MEMORY, `boutique-tests-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function isLarge() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** Whether a process has that id, of whichever user. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
