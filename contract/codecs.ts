import { z } from 'zod'
import { AMOUNT_FIELDS, TEXT_FIELDS } from './messages.ts'
import { toCents, toDollars } from './money.ts'

/** Whether an amount has at most two decimals. */
export const isWholeCents = (dollars: number) => Math.abs(dollars * 100 - toCents(dollars)) < 1e-6

/** US dollars in JSON (at most two decimals), integer cents everywhere else. */
export const money = z.codec(
  z.number(AMOUNT_FIELDS.enterAmount).min(0).max(1_000_000).refine(isWholeCents, AMOUNT_FIELDS.wholeCents),
  z.int(),
  {
    decode: toCents,
    encode: toDollars,
  },
)

/** A code of six digits that was mailed to an address. */
export const mailedCode = z
  .string(TEXT_FIELDS.mailedCode)
  .trim()
  .regex(/^\d{6}$/, TEXT_FIELDS.mailedCode)

/** Percent in JSON (at most two decimals); basis points, hundredths of a percent, everywhere else. */
export const percent = z.codec(
  z
    .number()
    .min(0, AMOUNT_FIELDS.percentRange)
    .max(100, AMOUNT_FIELDS.percentRange)
    // As for cents of a dollar: hundredths.
    .refine(isWholeCents, AMOUNT_FIELDS.percentDecimals),
  z.int(AMOUNT_FIELDS.percentDecimals),
  { decode: (shown) => Math.round(shown * 100), encode: (basisPoints) => basisPoints / 100 },
)

/** An id on the wire: a UUID in text form. */
export const id = z.uuid()

/** A moment on the wire: ISO 8601 in UTC. */
export const timestamp = z.iso.datetime()

/** Text without control characters, which no label shows and the database cannot store. */
export const PRINTABLE_PATTERN = /^\P{Cc}*$/u

/** Whether a text on several lines has no other control characters than line breaks and tabs. */
export const isPrintableText = (text: string) => PRINTABLE_PATTERN.test(text.replaceAll(/[\r\n\t]/g, ''))

/** Text on one line. */
export const oneLine = z.string().regex(PRINTABLE_PATTERN, TEXT_FIELDS.unprintable)
