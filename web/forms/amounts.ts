import { toCents } from '#contract/money.ts'

const MOST_CENTS = 100_000_000

/**
 * The cents of an amount typed in dollars: `5`, `$5.50`, `1,250.00`, and `12,50` as from a keyboard with a comma only.
 * Null for anything else, for fractions of a cent and for more than a million dollars.
 */
export function centsIn(text: string): number | null {
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

/** A typed number that is not negative, with or without commas between thousands and a percent sign; null for anything else. */
export function numberIn(text: string): number | null {
  const plain = plainNumber(text.trim().replace(/\s*%$/, ''))
  return plain === null ? null : Number(plain)
}

/** What `read` makes of the text behind its sign, with that sign; null when it makes nothing of it. */
export function signedIn(text: string, read: (unsigned: string) => number | null): number | null {
  const [, sign, unsigned = ''] = /^([-−+]?)(.*)$/.exec(text.trim()) ?? []
  const value = read(unsigned)
  return value === null ? null : sign && sign !== '+' ? -value : value
}

function plainNumber(text: string): string | null {
  const plain = /^\d{1,3}(,\d{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text
  return /^(\d{1,9}(\.\d*)?|\.\d+)$/.test(plain) ? plain : null
}
