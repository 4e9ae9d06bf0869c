// What happened to the backups, in a file beside them: a copy of the database would not know of its own failure.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '#server/platform/lib/files.ts'
import { Practice } from '../contract.ts'

const FILE = 'state.json'

const BackupState = z.object({
  /** The last backup that failed, unless one has been made since. */
  failure: z.object({ at: z.iso.datetime(), problem: z.string() }).nullable().default(null),
  practice: Practice.nullable().default(null),
  /** The practice that is under way, or was ended before it was through. */
  practicing: z.object({ at: z.iso.datetime(), backup: z.string() }).nullable().default(null),
})
export type BackupState = z.infer<typeof BackupState>

/** The state of the backups in the folder; an empty one when there is none that can be read. */
export async function backupState(folder: string): Promise<BackupState> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '{}')
  try {
    return BackupState.parse(JSON.parse(text))
  } catch {
    return BackupState.parse({})
  }
}

/** Saves a part of the state. */
export async function saveBackupState(folder: string, part: Partial<BackupState>) {
  const state = { ...(await backupState(folder)), ...part }
  await writeAtomically(folder, FILE, Buffer.from(`${JSON.stringify(state, null, 2)}\n`))
}
