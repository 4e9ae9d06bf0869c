import type { ProcessingFee } from '../square-api.ts'

/**
 * What Square takes of an online card payment in the United States, 2.9% and 30 cents, as its page of fees for online
 * payments said in November 2026.
 */
const ONLINE_FEE = { percent: 2.9, cents: 30 }

/** The processing fee of a payment of that many cents, in cents. Square keeps it when the payment is refunded. */
export const feeOf = (cents: number): number => Math.round((cents * ONLINE_FEE.percent) / 100) + ONLINE_FEE.cents

/** SQL: `feeOf` that amount, an expression. */
export const feeSql = (cents: string) => `(round(${cents} * ${ONLINE_FEE.percent} / 100) + ${ONLINE_FEE.cents})::int`

/** The processing fee of a payment captured at that moment, as its record has it. */
export function processingFee(cents: number, effectiveAt: string): ProcessingFee[] {
  return [{ effective_at: effectiveAt, type: 'INITIAL', amount_money: { amount: feeOf(cents), currency: 'USD' } }]
}

/** SQL: `processingFee` of that amount and moment, both expressions. */
export const processingFeeSql = (cents: string, effectiveAt: string) => `jsonb_build_array(jsonb_build_object(
  'effective_at', ${effectiveAt}, 'type', 'INITIAL',
  'amount_money', jsonb_build_object('amount', ${feeSql(cents)}, 'currency', 'USD')))`
