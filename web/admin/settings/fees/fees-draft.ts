// The fees as the seller types them: one text of the form of settings, with its figures as texts.
import { z } from 'zod'
import { Fees, PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal } from '#contract/money.ts'
import { parsePercent } from '#contract/numbers.ts'

/** How each figure is typed, in the order of the form. */
export const FEE_KINDS = {
  cardRate: 'percent',
  cardFixed: 'dollars',
  market: 'text',
  listing: 'dollars',
  transactionRate: 'percent',
  processingRate: 'percent',
  processingFixed: 'dollars',
  adsRate: 'percent',
  adsMost: 'dollars',
  lookedUp: 'text',
  source: 'text',
} as const satisfies Record<keyof Fees, string>

export type FeeName = keyof typeof FEE_KINDS
const FEE_NAMES = Object.keys(FEE_KINDS) as FeeName[]

const FeesDraft = z.record(z.enum(FEE_NAMES), z.string())
export type FeesDraft = z.infer<typeof FeesDraft>

/** The figures of a text of the form: of the empty text the published ones. */
export const feesDraftIn = (text: string): FeesDraft =>
  (text ? FeesDraft.safeParse(JSON.parse(text)).data : undefined) ?? draftOf(PUBLISHED_FEES)

/** The text of figures; empty for the published ones. */
export const textOfFees = (draft: FeesDraft) => {
  const text = JSON.stringify(draft)
  return text === JSON.stringify(draftOf(PUBLISHED_FEES)) ? '' : text
}

/** The text of saved fees; empty when the seller has changed none. */
export const feesText = (fees: Fees | null) => (fees ? JSON.stringify(draftOf(fees)) : '')

const draftOf = (fees: Fees) =>
  Object.fromEntries(FEE_NAMES.map((name) => [name, shown(fees[name], FEE_KINDS[name])])) as FeesDraft

const shown = (figure: string | number, kind: (typeof FEE_KINDS)[FeeName]) =>
  typeof figure === 'string' ? figure : kind === 'percent' ? String(figure / 100) : formatDecimal(figure)

type FeeErrors = Partial<Record<FeeName, string>>

/** The fees of a text: null for the empty one, and for one with errors, which cannot be saved. */
export function feesOf(text: string): { fees: Fees | null; errors: FeeErrors } {
  if (!text) return { fees: null, errors: {} }
  const draft = feesDraftIn(text)
  const fees = Object.fromEntries(FEE_NAMES.map((name) => [name, read(draft[name], FEE_KINDS[name])])) as Fees
  const { error } = z.safeEncode(Fees, fees)
  if (!error) return { fees, errors: {} }
  return { fees: null, errors: Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message])) }
}

function read(text: string, kind: (typeof FEE_KINDS)[FeeName]) {
  if (kind === 'text') return text.trim()
  if (kind === 'dollars') return parseCents(text) ?? Number.NaN
  return Number(((parsePercent(text) ?? Number.NaN) * 100).toPrecision(12))
}
