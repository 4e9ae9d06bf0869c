/** Whole cents of a US dollar amount. Amounts are dollars only in JSON and in the browser's storage. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

/** Dollars, with at most two decimals, of whole cents. */
export const toDollars = (cents: number) => cents / 100

/** `1234.50` for 123450 cents, as fields of forms and other programs take an amount of dollars. */
export const formatDecimal = (cents: number) => toDollars(cents).toFixed(2)

/**
 * `$1,234.50` for 123450 cents. Without Intl.NumberFormat: a browser takes 14 ms of CPU for the first one, as long as
 * for all else that a page of the catalog runs.
 */
export function formatDollars(cents: number) {
  const [whole = '', decimals] = formatDecimal(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
