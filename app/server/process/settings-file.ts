// The settings file: `.env` in the project's folder, or the file that ENV_FILE names. The environment wins over it.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { distance } from 'fastest-levenshtein'
import { SECRET_SETTINGS, SETTING_NAMES } from '#server/env.ts'
import { operatorError } from '#server/errors.ts'

const DEFAULT_FILE = fileURLToPath(new URL('../../../.env', import.meta.url))
/** As ENV_FILE: the shop reads no settings file. */
const NO_FILE = 'none'
const ENTRY_PATTERN = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/
const OTHERS = 0o007
/** Settings that lead to the database of DATABASE_URL in other ways. */
const OF_DATABASE = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']

/** The path of the settings file, whether or not it exists; undefined when ENV_FILE is `none`. */
export function settingsFile({ ENV_FILE: path }: NodeJS.ProcessEnv): string | undefined {
  return path === NO_FILE ? undefined : path || DEFAULT_FILE
}

/**
 * Adds the settings of the file to `env` where it lacks them, of a database only when it is the same, and returns sentences that warn the operator. Throws a
 * sentence for a file that cannot be read, for a line that is no setting, and for a misspelled name.
 */
export function loadSettings(env: NodeJS.ProcessEnv): string[] {
  const suspects = suspectNames(env)
  const file = settingsFile(env)
  const text = file && textOf(file, Boolean(env.ENV_FILE))
  if (!file || !text) return suspects
  const settings = parseEnv(text)
  requireEntries(file, text)
  const { DATABASE_URL: url = env.DATABASE_URL } = settings
  const isOtherDatabase = env.DATABASE_URL !== undefined && env.DATABASE_URL !== url
  const ignoredNames: string[] = []
  for (const [name, value] of Object.entries(settings)) {
    if (!SETTING_NAMES.includes(name)) ignoredNames.push(unknownName(file, name))
    else if (isOtherDatabase && OF_DATABASE.includes(name) && env[name] === undefined)
      ignoredNames.push(`${name} of ${file} is ignored: the environment has another DATABASE_URL than the file.`)
    else env[name] ??= value
  }
  const hasSecret = SECRET_SETTINGS.some((name) => settings[name])
  if (!hasSecret || !(statSync(file).mode & OTHERS) || process.platform === 'win32')
    return [...suspects, ...ignoredNames]
  return [
    ...suspects,
    ...ignoredNames,
    `Everybody on this machine can read the secrets in ${file}. Run: chmod o= ${file}`,
  ]
}

/** Undefined when the default file does not exist. */
function textOf(file: string, isNamed: boolean) {
  try {
    // Some editors of Windows begin a file with a byte order mark.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isNamed) return undefined
    throw invalid(`The settings file ${file} cannot be read (${code}).`)
  }
}

/** Node skips lines that it does not understand, and ends a value at a #: a setting or half a password would be lost. */
function requireEntries(file: string, text: string) {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const [, name, value = ''] = ENTRY_PATTERN.exec(line) ?? []
    const where = `Line ${index + 1} of ${file}`
    if (!name) throw invalid(`${where} is not a setting. Write it as NAME=value, or begin it with # as a comment.`)
    if (/^["'`]/.test(value) ? !/^(["'`]).*\1\s*(#.*)?$/.test(value) : /\S#/.test(value))
      throw invalid(`${where}: the value of ${name} has a # or a quotation mark in it. Put it in quotes: ${name}='…'`)
  }
}

function unknownName(file: string, name: string) {
  const likely = likelyName(name)
  if (likely) throw invalid(`${file} has ${name}, which is no setting of the shop. Did you mean ${likely}?`)
  return `${file} has ${name}, which is no setting of the shop, so it is ignored. .env.example lists all settings.`
}

/** Sentences about names of the environment that are a slip away from a setting. Others belong to other programs. */
const suspectNames = (env: NodeJS.ProcessEnv) =>
  Object.keys(env).flatMap((name) => {
    const near = name.length > 6 && !SETTING_NAMES.includes(name) && nearestName(name)
    return near && near.slips <= 2
      ? [`The environment has ${name}, which is no setting of the shop. Did you mean ${near.name}?`]
      : []
  })

/** The setting that a misspelled name most likely means: a few slips away, or with more words. */
function likelyName(name: string) {
  const near = nearestName(name)
  if (near.slips <= Math.max(2, name.length / 4)) return near.name
  const words = name.toUpperCase().split('_')
  return SETTING_NAMES.find((setting) => {
    const parts = setting.split('_')
    return words.length > 1 && words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}

function nearestName(name: string) {
  const rankedNames = SETTING_NAMES.map((setting) => ({ name: setting, slips: distance(name.toUpperCase(), setting) }))
  return rankedNames.reduce((best, one) => (one.slips < best.slips ? one : best))
}

const invalid = (sentence: string) => operatorError('configuration_invalid', sentence)
