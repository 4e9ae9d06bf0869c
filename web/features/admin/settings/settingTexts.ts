import { toDollars } from '#contract/money.ts'
import type { Settings } from '#contract/settings.ts'
import type { FormProblem } from '../../accounts/validation.ts'

export type SettingName = keyof Settings

/** The settings as they stand in their boxes. */
export type SettingTexts = Record<SettingName, string>

/** What the boxes hold while nobody has changed them: dollars, percent, and words as they are. */
export const textsOf = (settings: Settings): SettingTexts => ({
  ...settings,
  orderMails: settings.orderMails ? 'on' : '',
  tax: String(settings.tax / 100),
  shippingOne: toDollars(settings.shippingOne).toFixed(2),
  shippingMore: toDollars(settings.shippingMore).toFixed(2),
  lowStock: String(settings.lowStock),
})

const NUMBERS: Partial<Record<string, string>> = {
  tax: 'Please give a percentage, such as 5.5.',
  shippingOne: 'Please give an amount, such as 3.50.',
  shippingMore: 'Please give an amount, such as 5.00.',
  lowStock: 'Please give a number of pieces, such as 3.',
}

/** What the boxes hold, for the shop: numbers as numbers. Or why it cannot be sent. */
export function updateOf(
  texts: Record<string, string>,
): { body: Record<string, string | number> } | { problem: FormProblem } {
  const entries = Object.entries(texts).map(([name, text]) => [name, NUMBERS[name] ? numberIn(text) : text] as const)
  const wrong = entries.flatMap(([name, value]) => (Number.isNaN(value) ? [[name, NUMBERS[name] ?? '']] : []))
  if (wrong.length === 0) return { body: Object.fromEntries(entries) }
  return { problem: { message: 'One of the numbers is none.', fields: Object.fromEntries(wrong) } }
}

/** With or without the sign that stands for what it counts; NaN for what is no number. */
function numberIn(text: string) {
  const digits = text.trim().replace(/^\$\s*|\s*%$/g, '')
  return digits === '' ? Number.NaN : Number(digits)
}
