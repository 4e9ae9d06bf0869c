// Feeds in Atom (RFC 4287).
import { html, type Markup } from '#server/platform/outbox/markup.ts'
import { xmlText } from './xml-text.ts'

export const ATOM = 'application/atom+xml; charset=utf-8'

export type AtomEntry = {
  /** Its address, which is its id, too. */
  url: string
  title: string
  publishedAt: string
  updatedAt: string
  content: Markup
}

/** A feed: of the page at `url`, read at `self`. The times are ISO 8601. */
export type AtomFeed = { url: string; self: string; title: string; author: string; entries: AtomEntry[] }

/** The moment of a feed that never had an entry. */
const NEVER = new Date(0).toISOString()

/** The feed as XML; it was updated when the latest of its entries was. */
export function atomFeed({ url, self, title, author, entries }: AtomFeed): string {
  const updatedAt =
    entries
      .map((entry) => entry.updatedAt)
      .toSorted()
      .at(-1) ?? NEVER
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${url}</id>
<title>${title}</title>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="self" type="application/atom+xml" href="${self}"/>
<author><name>${author}</name></author>
${entries.map(entryOf)}</feed>
`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(feed)}`
}

const entryOf = ({ url, title, publishedAt, updatedAt, content }: AtomEntry) => html`<entry>
<id>${url}</id>
<title>${title}</title>
<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
<content type="html">${content.text}</content>
</entry>
`
