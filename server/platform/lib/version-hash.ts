import { createHash } from 'node:crypto'

/** A hash of a form's values, for optimistic locking: it changes when any value changes, not with the order of fields. */
export function versionHash(fields: object) {
  return createHash('sha256').update(JSON.stringify(fields, sortedFields)).digest('base64url').slice(0, 16)
}

/** PostgreSQL stores the fields of JSON in an order of its own. */
function sortedFields(_: string, value: unknown) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
