import { toDollars } from '#contract/money.ts'

/** An amount of another shop in its own currency, such as €12.50; a dash for none. */
export const formatPastAmount = (cents: number | null, currency: string) =>
  cents === null
    ? '–'
    : new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: 2 }).format(toDollars(cents))
