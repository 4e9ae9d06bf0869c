/** A string; empty for any other value. */
export function textOf(json: unknown) {
  return typeof json === 'string' ? json : ''
}

/** An object; empty for any other value. */
export const recordOf = (json: unknown) =>
  (json && typeof json === 'object' && !Array.isArray(json) ? json : {}) as Record<string, unknown>
