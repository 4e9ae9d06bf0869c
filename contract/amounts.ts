import { toCents } from './money.ts'

const MOST_CENTS = 100_000_000

/**
 * Parses an amount typed in dollars, in cents: `5`, `$5.50`, `1,250.00`, and `12,50` as from a keyboard with a comma
 * only. Null for anything else, for fractions of a cent and for more than a million dollars.
 */
export function parseCents(text: string): number | null {
  const plain = plainNumber(
    text
      .trim()
      .replace(/^\$\s*/, '')
      .replace(/^(\d+),(\d{2})$/, '$1.$2'),
  )
  if (plain === null || /\.\d{3,}$/.test(plain)) return null
  const cents = toCents(Number(plain))
  return cents <= MOST_CENTS ? cents : null
}

/** The digits of a number that is not negative, without thousands separators; null for anything else. */
export function plainNumber(text: string): string | null {
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text
  return /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(plain) ? plain : null
}
