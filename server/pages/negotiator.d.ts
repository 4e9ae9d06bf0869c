/** As the library documents its version 1.0; the types that are published are those of an older one. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> })
    /** What is acceptable of `available`, best first; of two that are equally good the one that stands first in `preferred`. */
    encodings(available: string[], options: { preferred: string[] }): string[]
  }
}
