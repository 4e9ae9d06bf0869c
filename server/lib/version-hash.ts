import { createHash } from 'node:crypto'

/** A short word for what a form shows: another one when anything of it has changed. */
export function versionHash(shown: object) {
  const fields = Object.entries(shown).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16)
}
