/** Whole cents of a US dollar amount. Amounts are dollars only in JSON and in the browser's storage. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

/** Dollars, with at most two decimals, of whole cents. */
export const toDollars = (cents: number) => cents / 100

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,234.50` for 123450 cents. */
export const formatDollars = (cents: number) => dollars.format(toDollars(cents))

/** `1234.50` for 123450 cents, as fields of forms and other programs take an amount of dollars. */
export const formatDecimal = (cents: number) => toDollars(cents).toFixed(2)
