import { createContext, useContext } from 'react'

export type HeadProps = { title?: string; description?: string; canonical?: string; noIndex?: boolean }

/** The name of the shop, which ends every page's title. */
export const ShopName = createContext('')

/** The URL of the shop, for canonical addresses. */
export const ShopUrl = createContext('')

/** The tags of a page's head: `title` with the shop's name, `url` as the absolute canonical address. */
export type HeadTags = { title: string; description?: string; url?: string; noIndex: boolean }

/** Collects the tags of the page's `Head`. Set on the server only, which renders the head apart from the page. */
export const CollectHead = createContext<((tags: HeadTags) => void) | null>(null)

/** The page's title and its tags for search engines. Without a title: the shop's name. */
export function Head({ title, description, canonical, noIndex = false }: HeadProps) {
  const shopName = useContext(ShopName)
  const shopUrl = useContext(ShopUrl)
  const collect = useContext(CollectHead)
  const tags = {
    title: title ? `${title} · ${shopName}` : shopName,
    ...(description && { description }),
    ...(canonical && { url: `${shopUrl}${canonical}` }),
    noIndex,
  }
  if (!collect) return <HeadElements {...tags} />
  collect(tags)
  return null
}

/** React moves these tags into the document's head from anywhere. */
export const HeadElements = ({ title, description, url, noIndex }: HeadTags) => (
  <>
    <title>{title}</title>
    {description && <meta name="description" content={description} />}
    {url && <link rel="canonical" href={url} />}
    {noIndex && <meta name="robots" content="noindex" />}
    {/* The Internet Archive is not a search engine. */}
    {noIndex && <meta name="archive.org_bot" content="all" />}
  </>
)
