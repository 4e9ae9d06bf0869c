// What the seller switches on and off of a feature. app/server/features.ts fills the list while the program loads.
import type { SettingValues } from '#contract/admin/settings.ts'
import type { SwitchName } from '#contract/switches.ts'
import { AppError } from '#server/errors.ts'
import { SETTINGS } from './texts.ts'

export type SettingSwitch = {
  /** Whether it is on in a shop that has not saved it. */
  isOn: boolean
  /** Whether visitors may know that it is on. */
  isPublic?: true
}

/** The switches of a feature by their names. */
export type SettingSwitches = { [Name in SwitchName]?: SettingSwitch }

export const settingSwitches: SettingSwitches[] = []

type Switches = SettingValues['switches']

const known = () => settingSwitches.flatMap((switches) => Object.entries(switches) as [SwitchName, SettingSwitch][])

/** Whether something is switched on. */
export const isOn = ({ switches }: { switches: Switches }, name: SwitchName): boolean => switches[name] === true

/** All switches of this shop, with the saved ones as they were saved. */
export const allSwitches = (saved: Switches): Switches =>
  Object.fromEntries(known().map(([name, { isOn: isOnAtFirst }]) => [name, saved[name] ?? isOnAtFirst]))

/** The names of those that are on and that visitors may know. */
export const publicSwitches = (switches: Switches): string[] =>
  known().flatMap(([name, { isPublic }]) => (isPublic && switches[name] ? [name] : []))

/** Throws invalid_request for a switch that no feature has. */
export function requireKnownSwitches(switches: Switches) {
  const names = new Set<string>(known().map(([name]) => name))
  const issues = Object.keys(switches)
    .filter((name) => !names.has(name))
    .map((name) => ({ path: `switches.${name}`, message: SETTINGS.unknownSwitch }))
  if (issues.length > 0) throw new AppError('invalid_request', SETTINGS.unknownSwitch, { issues })
}
