import { boutique } from './boutique-csv.ts'
import { etsy } from './etsy.ts'
import type { Format } from './format.ts'
import { shopify } from './shopify.ts'
import { square } from './square.ts'

const FORMATS = [shopify, square, etsy, boutique]

/** The format of a file with these columns; undefined for one that is not known. */
export function formatOf(columns: string[]): Format | undefined {
  const names = new Set(columns)
  return FORMATS.find(({ isOf }) => isOf(names))
}
