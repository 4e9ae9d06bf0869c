import type { SettingsUpdate, SettingValues } from '#contract/admin/settings.ts'
import { parseCents, parseNumber } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import type { FormProblem } from '../../../forms/problems.ts'
import { MONEY_SETTINGS, SETTINGS, STOCK_SETTINGS } from '../../../texts/admin-settings.ts'

export type SettingName = keyof SettingValues

/** The settings as texts, for the fields of the form. */
export type SettingTexts = Record<SettingName, string>

/** The texts of saved settings: dollars, percent, and plain text. */
export const settingTexts = (settings: SettingValues): SettingTexts => ({
  ...settings,
  orderMails: settings.orderMails ? 'on' : '',
  tax: String(settings.tax / 100),
  shippingOne: formatDecimal(settings.shippingOne),
  shippingMore: formatDecimal(settings.shippingMore),
  lowStock: String(settings.lowStock),
})

const centsIn = (text: string) => parseCents(text) ?? Number.NaN
/** Basis points of a percentage; a fraction, which the schema refuses, for one with more than two decimals. */
const basisPointsIn = (text: string) => Number((countIn(text) * 100).toPrecision(12))
const countIn = (text: string) => parseNumber(text) ?? Number.NaN

/** The parser of each number, which returns NaN for invalid text, and the message for that. */
const NUMBERS: Partial<Record<string, { read(text: string): number; problem: string }>> = {
  tax: { read: basisPointsIn, problem: MONEY_SETTINGS.percentMissing },
  shippingOne: { read: centsIn, problem: MONEY_SETTINGS.amountMissing('3.50') },
  shippingMore: { read: centsIn, problem: MONEY_SETTINGS.amountMissing('5.00') },
  lowStock: { read: countIn, problem: STOCK_SETTINGS.countMissing },
}

/** Parses the changed texts into an update, or returns the error. */
export function updateOf(texts: Partial<SettingTexts>): { update: SettingsUpdate } | { problem: FormProblem } {
  const entries = Object.entries(texts).map(([name, text]) => [name, parsedValue(name, text)] as const)
  const wrong = entries.flatMap(([name, value]) => (Number.isNaN(value) ? [[name, NUMBERS[name]?.problem ?? '']] : []))
  if (wrong.length === 0) return { update: Object.fromEntries(entries) as SettingsUpdate }
  return { problem: { message: SETTINGS.enterNumber, fields: Object.fromEntries(wrong) } }
}

function parsedValue(name: string, text: string) {
  if (name === 'orderMails') return text === 'on'
  return NUMBERS[name]?.read(text) ?? text
}
