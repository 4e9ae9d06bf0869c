import { SETTINGS_FIELDS } from '#contract/admin/messages.ts'
import type { SettingsUpdate, SettingValues, TimeOff } from '#contract/admin/settings.ts'
import { parseCents } from '#contract/amounts.ts'
import { dayOf } from '#contract/dates.ts'
import { DEFAULT_RATES } from '#contract/defaults.ts'
import { formatDecimal } from '#contract/money.ts'
import { parseNumber, parsePercent } from '#contract/numbers.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { EARNINGS_SETTINGS, MONEY_SETTINGS, SETTINGS, STOCK_SETTINGS } from '#web/texts/admin-settings.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { dayRangeText, parsedDayRange } from './day-range.ts'
import { feesOf, feesText } from './fees/fees-draft.ts'
import { firstError, planOf, planText } from './shipping/plan-draft.ts'
import { taxPlanOf, taxPlanText } from './tax/tax-plan-texts.ts'

/** The fields of the time off, which is one setting. */
const TIME_OFF_NAMES = ['from', 'to', 'text', 'orders'] as const
type TimeOffName = (typeof TIME_OFF_NAMES)[number]

type OwnName = Exclude<keyof SettingValues, 'closed' | 'switches'> | TimeOffName

const SWITCH_PREFIX = 'switches.'

/** The field of a switch of a feature. An error names it so, too. */
export type SwitchField = `${typeof SWITCH_PREFIX}${string}`

export const switchField = (name: string): SwitchField => `${SWITCH_PREFIX}${name}`

/** A field of the settings. */
export type SettingName = OwnName | SwitchField

/** The settings as texts, for the fields of the form. */
export type SettingTexts = Record<OwnName, string> & { [name: SwitchField]: string }

/** The texts of saved settings: dollars, percent, and plain text. */
export const settingTexts = ({ closed, switches, ...settings }: SettingValues): SettingTexts => ({
  ...settings,
  ...switchTexts(switches),
  ...timeOffTexts(closed && isOver(closed, settings.timeZone) ? null : closed),
  restsOnHolidays: settings.restsOnHolidays ? 'on' : '',
  standTaxIncluded: settings.standTaxIncluded ? 'on' : '',
  orderMails: settings.orderMails ? 'on' : '',
  shipDays: dayRangeText(settings.shipDays),
  tax: String(settings.tax / 100),
  shippingOne: formatDecimal(settings.shippingOne),
  shippingMore: formatDecimal(settings.shippingMore),
  shipping: planText(settings.shipping),
  wrapPrice: settings.wrapPrice === null ? '' : formatDecimal(settings.wrapPrice),
  taxPlan: taxPlanText(settings.taxPlan),
  fees: feesText(settings.fees),
  hourlyPay: settings.hourlyPay === null ? '' : formatDecimal(settings.hourlyPay),
  lowStock: String(settings.lowStock),
})

const switchTexts = (switches: SettingValues['switches']): Record<SwitchField, string> =>
  Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [switchField(name), isOn ? 'on' : '']))

const timeOffTexts = (closed: TimeOff | null): Record<TimeOffName, string> =>
  closed ?? { from: '', to: '', text: '', orders: 'stop' }

/** Whether time off is in the past. */
export const isOver = ({ to }: TimeOff, timeZone: string) => to < dayOf(new Date(), timeZone)

/** What the shop's one rate begins with when the seller switches it on, in percent. */
export const SUGGESTED_TAX = String(DEFAULT_RATES.tax / 100)

/** The text of the tax of a seller who collects none. */
export const NO_TAX = '0'

const centsIn = (text: string) => parseCents(text) ?? Number.NaN
/** Basis points of a percentage; a fraction, which the schema refuses, for one with more than two decimals. */
const basisPointsIn = (text: string) => Number(((parsePercent(text) ?? Number.NaN) * 100).toPrecision(12))
const countIn = (text: string) => parseNumber(text) ?? Number.NaN

/** The parser of each number, which returns NaN for invalid text, and the message for that. */
const NUMBERS: Partial<Record<string, { read(text: string): number; problem: string }>> = {
  tax: { read: basisPointsIn, problem: MONEY_SETTINGS.percentMissing },
  shippingOne: { read: centsIn, problem: MONEY_SETTINGS.amountMissing('3.50') },
  shippingMore: { read: centsIn, problem: MONEY_SETTINGS.amountMissing('5.00') },
  wrapPrice: { read: centsIn, problem: MONEY_SETTINGS.amountMissing('4.00') },
  hourlyPay: { read: centsIn, problem: MONEY_SETTINGS.amountMissing('20.00') },
  lowStock: { read: countIn, problem: STOCK_SETTINGS.countMissing },
}

/** The values that could be read, and the error of those that could not. */
type Update = { update: SettingsUpdate; problem: FormProblem | null }

const PROBLEMS: Partial<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(NUMBERS).map(([name, number]) => [name, number?.problem])),
  shipDays: SETTINGS_FIELDS.shipDays,
  taxPlan: TAX_SETTINGS.lookAgain,
  fees: EARNINGS_SETTINGS.lookAgain,
}

/** Reads the changed texts. Time off is saved whole: `all` has its other fields. */
export function updateOf(texts: Partial<SettingTexts>, all: Partial<SettingTexts> = texts): Update {
  const entries = Object.entries(texts) as [string, string][]
  const switches = entries.filter(([name]) => isSwitch(name))
  const { update, problem } = parsedUpdate(entries.filter(([name]) => !isOfTimeOff(name) && !isSwitch(name)))
  return {
    update: {
      ...update,
      ...(switches.length > 0 && { switches: switchesOf(switches) }),
      ...(entries.some(([name]) => isOfTimeOff(name)) && { closed: timeOffOf(all) }),
    },
    problem,
  }
}

const isOfTimeOff = (name: string) => (TIME_OFF_NAMES as readonly string[]).includes(name)
const isSwitch = (name: string) => name.startsWith(SWITCH_PREFIX)

const switchesOf = (texts: [string, string][]): SettingValues['switches'] =>
  Object.fromEntries(texts.map(([name, text]) => [name.slice(SWITCH_PREFIX.length), text === 'on']))

/** Null without days. */
function timeOffOf({ from = '', to = '', text = '', orders }: Partial<SettingTexts>): TimeOff | null {
  return from || to ? { from, to, text, orders: orders === 'later' ? 'later' : 'stop' } : null
}

function parsedUpdate(texts: [string, string][]): Update {
  const entries = texts.map(([name, text]) => [name, parsedValue(name, text)] as const)
  const wrong = entries.flatMap(([name, value]) => (Number.isNaN(value) ? [[name, PROBLEMS[name] ?? '']] : []))
  const planProblem = firstError(planOf(texts.find(([name]) => name === 'shipping')?.[1] ?? '').errors)
  if (planProblem) wrong.push(['shipping', planProblem])
  const fields = Object.fromEntries(wrong)
  return {
    update: Object.fromEntries(entries.filter(([name]) => !(name in fields))),
    problem: wrong.length > 0 ? { message: SETTINGS.enterNumber, fields } : null,
  }
}

/** The settings that are null while their field is empty. */
const OPTIONAL = ['wrapPrice', 'hourlyPay', 'shipDays']

/** The settings that are yes or no. */
const CHECKED = ['orderMails', 'restsOnHolidays', 'standTaxIncluded']

function parsedValue(name: string, text: string) {
  if (CHECKED.includes(name)) return text === 'on'
  if (OPTIONAL.includes(name) && text.trim() === '') return null
  if (name === 'taxPlan') return taxPlanOf(text)
  if (name === 'fees') return feesOf(text).fees ?? (text ? Number.NaN : null)
  if (name === 'shipping') return planOf(text).plan
  if (name === 'shipDays') return parsedDayRange(text) ?? Number.NaN
  return NUMBERS[name]?.read(text) ?? text
}
