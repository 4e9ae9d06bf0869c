import assert from 'node:assert/strict'
import type { TableRow } from './figures.ts'

/** What a line says was done, and how often it was counted. Without `most`, more than `least` is as good. */
export type Claim = { what: string; counted: number; least: number; most?: number }

/** The column of a line that did not do what it says. */
export const NOT_MEASURED = 'not measured'

/** Throws a sentence unless everything was counted as often as it should have been. What is NaN was not counted. */
export function prove(claims: Claim[]) {
  const missedClaims = claims.filter(
    ({ counted, least, most = Number.POSITIVE_INFINITY }) => !(counted >= least && counted <= most),
  )
  if (missedClaims.length === 0) return
  const sentences = missedClaims.map(
    ({ what, counted, least, most }) =>
      `expected ${most === least ? '' : most === undefined ? 'at least ' : `${least} to `}${most ?? least} ${what}, counted ${counted}`,
  )
  assert.fail(`This line did not do what it says: ${sentences.join('; ')}.`)
}

/** The line; when it did not do what it says, a line that says so instead of its figures. Throws every other error on. */
export async function provenRow(what: string, measure: () => Promise<TableRow>): Promise<TableRow> {
  try {
    return await measure()
  } catch (error) {
    if (!(error instanceof assert.AssertionError)) throw error
    return { what, [NOT_MEASURED]: error.message }
  }
}
