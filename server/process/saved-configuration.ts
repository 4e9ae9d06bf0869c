// What a shop was started with, kept in its data folder, so that the owner's commands find it: cron has neither the
// environment of the service nor its working folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Env, readEnv, SETTING_NAMES } from '../env.ts'
import { writeAtomically } from '../lib/files.ts'

const FILE = 'configuration.json'

/** Never kept: it is only for the first start. */
const NOT_SAVED: readonly string[] = ['ADMIN_PASSWORD', 'DATA_DIR']

type Source = NodeJS.ProcessEnv

/** Writes what this process was configured with into the data folder, readable by its owner alone: secrets are in it. */
export async function saveConfiguration(env: Env, source: Source) {
  const given = SETTING_NAMES.flatMap((name) =>
    source[name] && !NOT_SAVED.includes(name) ? [[name, source[name]]] : [],
  )
  const kept = { ...Object.fromEntries(given), SHOP_URL: env.SHOP_URL }
  await writeAtomically(env.DATA_DIR, FILE, Buffer.from(`${JSON.stringify(kept, null, 2)}\n`))
}

/**
 * The configuration of the shop in DATA_DIR as it was last started, with what this process's environment says instead.
 * For another database than the shop's, only the environment counts.
 */
export async function savedConfiguration(source: Source): Promise<Env> {
  const { DATA_DIR } = readEnv({ DATA_DIR: source.DATA_DIR })
  const text = await readFile(join(DATA_DIR, FILE), 'utf8').catch(() => '{}')
  const kept = JSON.parse(text) as Source
  const isOther = Boolean(source.DATABASE_URL) && source.DATABASE_URL !== kept.DATABASE_URL
  return readEnv(isOther ? source : { ...kept, ...source })
}
