import { plainNumber } from './amounts.ts'

/**
 * Parses a number that is not negative, with or without thousands separators and a percent sign, also `5,5` as from a
 * keyboard with a comma only; null for anything else.
 */
export function parseNumber(text: string): number | null {
  const plain = plainNumber(withoutPercentSign(text).replace(/^(\d+),(\d{1,2})$/, '$1.$2'))
  return plain === null ? null : Number(plain)
}

/** Parses a percentage as `parseNumber` does, but takes `8,875` as less than nine: no rate has thousands. */
export const parsePercent = (text: string) => parseNumber(withoutPercentSign(text).replace(/^(\d+),(\d+)$/, '$1.$2'))

const withoutPercentSign = (text: string) => text.trim().replace(/%$/, '').trimEnd()

/** Parses a number with an optional sign; `read` parses the rest. Null when `read` returns null. */
export function parseSigned(text: string, read: (unsigned: string) => number | null): number | null {
  const [, sign, unsigned = ''] = /^([-−+]?)(.*)$/.exec(text.trim()) ?? []
  const value = read(unsigned)
  return value === null ? null : sign && sign !== '+' ? -value : value
}
