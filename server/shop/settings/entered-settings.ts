// Settings that the owner has entered on the shop check, in a file of the data folder that is private to the shop's user.
// The environment and the settings file win over them. A backup does not have the file, so that a copy of the shop that is
// restored elsewhere charges no cards and sends no email; restored at its place the shop still has it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { operatorError } from '#server/errors.ts'
import { writeAtomically } from '#server/platform/lib/files.ts'

const FILE = 'entered-settings.json'
/** The variable by which the processes of a shop know which of their settings were entered. */
const MARK = 'ENTERED_SETTINGS'

/** What can be connected, each by the setting that it cannot be without, and the others. */
export const CONNECTIONS = {
  payments: {
    key: 'SQUARE_ACCESS_TOKEN',
    names: [
      ...['SQUARE_ENVIRONMENT', 'SQUARE_ACCESS_TOKEN', 'SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID'],
      ...['SQUARE_WEBHOOK_SIGNATURE_KEY', 'SQUARE_WEBHOOK_URL'],
    ],
  },
  mail: { key: 'SMTP_URL', names: ['SMTP_URL', 'MAIL_FROM'] },
} as const
export type Connection = keyof typeof CONNECTIONS

const EnteredValues = z.object({ at: z.iso.datetime(), values: z.record(z.string(), z.string()) })
const EnteredSettings = z.object({ payments: EnteredValues.optional(), mail: EnteredValues.optional() })
export type EnteredSettings = z.infer<typeof EnteredSettings>

type Source = NodeJS.ProcessEnv

/** The entered settings in a data folder. Throws a sentence when the file is damaged. */
export async function enteredSettings(dataDir: string): Promise<EnteredSettings> {
  const path = join(dataDir, FILE)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return EnteredSettings.parse(JSON.parse(text))
  } catch {
    throw operatorError(
      'configuration_invalid',
      `${path} is damaged. Delete it, and enter the values again on the shop check.`,
    )
  }
}

/** Saves the values of a connection, or removes them with null. */
export async function saveEnteredSettings(dataDir: string, name: Connection, values: Record<string, string> | null) {
  const { [name]: _, ...others } = await enteredSettings(dataDir)
  const next = values ? { ...others, [name]: { at: new Date().toISOString(), values } } : others
  await writeAtomically(dataDir, FILE, Buffer.from(`${JSON.stringify(next, null, 2)}\n`))
}

/** The entered settings that count beside those of the environment, which wins. */
export function countedSettings(environment: Source, entered: EnteredSettings): Record<string, string> {
  const connections = Object.entries(CONNECTIONS) as [Connection, { key: string }][]
  const values = connections.flatMap(([name, { key }]) =>
    environment[key] ? [] : Object.entries(entered[name]?.values ?? {}),
  )
  return Object.fromEntries(values.filter(([name]) => !environment[name]))
}

/** The environment with the entered settings. A live card account ends the demo that PAYMENTS allowed. */
export function withEntered(environment: Source, entered: EnteredSettings): Source {
  const settings = { ...environment, ...countedSettings(environment, entered) }
  return endsDemo(environment, entered) ? { ...settings, PAYMENTS: undefined } : settings
}

const endsDemo = (environment: Source, entered: EnteredSettings) =>
  environment.PAYMENTS === 'demo' && countedSettings(environment, entered).SQUARE_ENVIRONMENT === 'production'

/** Adds the entered settings to the environment of this process and of those that it starts. */
export function addEnteredSettings(environment: Source, entered: EnteredSettings) {
  const settings = countedSettings(environment, entered)
  const names = [...Object.keys(settings), ...(endsDemo(environment, entered) ? ['PAYMENTS'] : [])]
  if (names.includes('PAYMENTS')) delete environment.PAYMENTS
  Object.assign(environment, settings, { [MARK]: names.join(',') })
}

/** The environment with the settings file, without what was entered; and what was entered and is in use. */
export function withoutEntered(environment: Source): { environment: Source; inUse: Record<string, string> } {
  const names = environment[MARK]?.split(',') ?? []
  const entries = Object.entries(environment).filter(([name]) => name !== MARK)
  const isEntered = ([name]: [string, unknown]) => names.includes(name)
  return {
    environment: {
      ...Object.fromEntries(entries.filter((entry) => !isEntered(entry))),
      ...(names.includes('PAYMENTS') && { PAYMENTS: 'demo' }),
    },
    inUse: Object.fromEntries(entries.filter(isEntered)) as Record<string, string>,
  }
}
