import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { SettingValues } from '#contract/admin/settings.ts'
import { DEFAULT_RATES } from '#contract/defaults.ts'

/** The settings of a shop whose owner collects tax and has said when she ships. */
export const TRADING_SETTINGS: SettingValues = { ...DEFAULT_SETTINGS, ...DEFAULT_RATES, shipDays: { from: 1, to: 3 } }
