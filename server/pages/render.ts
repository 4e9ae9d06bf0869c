/** What the browser side's server bundle (web/entry-server.tsx) and this server agree on. */

/** A call of the shop's own API, answered inside this process. Throws an ApiFailure for a refusal. */
export type CallApi = (path: string) => Promise<unknown>

export type Assets = {
  entry: string
  styles: string
  /** The built files that a page's sources need, to be asked for at once. */
  preload(sources: string[]): string[]
  /** Where documents of their own begin: the browser opens and leaves them by a full page load. */
  owns: string[]
  /** Where the shop is, for the addresses that leave it. */
  shopUrl: string
  /** The worker that answers when the network is gone; none when it is switched off. */
  worker?: string | undefined
}

/** With a `location`, the page has moved there. */
export type Rendered = { status: number; html: string; location?: string }
export type Render = (url: string, call: CallApi, assets: Assets) => Promise<Rendered>

/** The key under which the page of an address is rendered and kept; it is an address of that page, too. */
export type PageKey = (url: string) => string
