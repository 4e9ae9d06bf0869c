import { createContext, useContext } from 'react'

type Props = { title?: string; description?: string; canonical?: string; noIndex?: boolean }

/** The name of the shop, which is in every page's title. */
export const ShopName = createContext('')

/** The address of the shop, by which search engines are told where a page is. */
export const ShopUrl = createContext('')

/** The page's title and what search engines are told; React puts them into the head. No title: the shop's name. */
export function Head({ title, description, canonical, noIndex = false }: Props) {
  const shopName = useContext(ShopName)
  const shopUrl = useContext(ShopUrl)
  return (
    <>
      <title>{title ? `${title} · ${shopName}` : shopName}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={`${shopUrl}${canonical}`} />}
      {noIndex && <meta name="robots" content="noindex" />}
      {/* The Internet Archive is no search engine. */}
      {noIndex && <meta name="archive.org_bot" content="all" />}
    </>
  )
}
