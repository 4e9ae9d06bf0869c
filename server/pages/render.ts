/** Types shared with the server bundle of the web code (web/entry-server.tsx). */

/** GET of the shop's own API inside this process; the parsed JSON comes back. Throws an ApiFailure for 4xx and 5xx. */
export type CallApi = (path: string) => Promise<unknown>

export type Assets = {
  entry: string
  styles: string
  /** URLs of the built files that these source files need, for preloading. */
  preload(sources: string[]): string[]
  /** Path prefixes that a full page load opens and leaves. */
  owns: string[]
  /** Origin of absolute URLs. */
  shopUrl: string
  /** URL of the service worker; undefined when it is switched off. */
  worker?: string | undefined
}

/** A rendered page; `location` makes it a redirect. */
export type Rendered = { status: number; html: string; location?: string }
export type Render = (url: string, call: CallApi, assets: Assets) => Promise<Rendered>

/** Cache key of a URL: the canonical URL of the page it shows. */
export type PageKey = (url: string) => string
