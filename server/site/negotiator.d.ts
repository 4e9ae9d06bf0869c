/** Types of version 1.0, from its documentation; the published types are of an older version. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> })
    /** The acceptable ones of `available`, best first; ties in the order of `preferred`. */
    encodings(available: string[], options: { preferred: string[] }): string[]
  }
}
