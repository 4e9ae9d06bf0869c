import { createContext, useContext } from 'react'

type Props = { title?: string; description?: string; canonical?: string; noIndex?: boolean }

/** The name of the shop, which is in every page's title. */
export const ShopName = createContext('')

/** The page's title and what search engines are told; React puts them into the head. No title: the shop's name. */
export function Head({ title, description, canonical, noIndex = false }: Props) {
  const shopName = useContext(ShopName)
  return (
    <>
      <title>{title ? `${title} · ${shopName}` : shopName}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  )
}
