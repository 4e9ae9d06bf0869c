import { createHash } from 'node:crypto'

/** A hash of a form's values, for optimistic locking: it changes when any value changes. */
export function versionHash(shown: object) {
  const fields = Object.entries(shown).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16)
}
