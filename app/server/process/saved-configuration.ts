// The configuration of the last start, saved in the data folder for the owner's commands: cron has neither the
// service's environment nor its working folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Env, readEnv, SETTING_NAMES } from '#server/env.ts'
import { writeAtomically } from '#server/platform/lib/files.ts'

const FILE = 'configuration.json'

/** Not saved: they are only for the first start. */
const NOT_SAVED: readonly string[] = ['ADMIN_PASSWORD', 'DATA_DIR']

type Source = NodeJS.ProcessEnv

/** Saves this process's configuration in the data folder, private to this user, since it holds secrets. */
export async function saveConfiguration(env: Env, source: Source) {
  const givenSettings = SETTING_NAMES.flatMap((name) =>
    source[name] && !NOT_SAVED.includes(name) ? [[name, source[name]]] : [],
  )
  const savedSettings = { ...Object.fromEntries(givenSettings), SHOP_URL: env.SHOP_URL }
  await writeAtomically(env.DATA_DIR, FILE, Buffer.from(`${JSON.stringify(savedSettings, null, 2)}\n`))
}

/**
 * The configuration of the last start, overridden by the environment. For another database than the shop's, only the
 * environment counts.
 */
export async function savedConfiguration(source: Source): Promise<Env> {
  const { DATA_DIR } = readEnv({ DATA_DIR: source.DATA_DIR })
  const text = await readFile(join(DATA_DIR, FILE), 'utf8').catch(() => '{}')
  const savedSettings = JSON.parse(text) as Source
  const isOther = Boolean(source.DATABASE_URL) && source.DATABASE_URL !== savedSettings.DATABASE_URL
  return readEnv(isOther ? source : { ...savedSettings, ...source })
}
