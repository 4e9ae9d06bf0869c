import { createHash } from 'node:crypto'

/** A hash of a form's values, for optimistic locking: it changes when any value changes, not with the order of fields. */
export function versionHash(shown: object) {
  return createHash('sha256').update(JSON.stringify(shown, sortedFields)).digest('base64url').slice(0, 16)
}

/** PostgreSQL stores the fields of JSON in an order of its own. */
function sortedFields(_: string, value: unknown) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
