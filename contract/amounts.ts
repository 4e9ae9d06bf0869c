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

/**
 * Parses a number that is not negative, with or without thousands separators and a percent sign; null for anything
 * else.
 */
export function parseNumber(text: string): number | null {
  const plain = plainNumber(text.trim().replace(/%$/, '').trimEnd())
  return plain === null ? null : Number(plain)
}

/** Parses a number with an optional sign; `read` parses the rest. Null when `read` returns null. */
export function parseSigned(text: string, read: (unsigned: string) => number | null): number | null {
  const [, sign, unsigned = ''] = /^([-−+]?)(.*)$/.exec(text.trim()) ?? []
  const value = read(unsigned)
  return value === null ? null : sign && sign !== '+' ? -value : value
}

function plainNumber(text: string): string | null {
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text
  return /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(plain) ? plain : null
}
