import type { PagePlace, ShopInfo } from '#contract/shop-info.ts'
import { LAYOUT } from '#web/texts/shop.ts'

export type NavLink = { to: string; label: string }

/** Links to the text pages of these places. */
export const pageLinks = ({ pages }: Pick<ShopInfo, 'pages'>, ...places: PagePlace[]): NavLink[] =>
  pages.filter(({ place }) => places.includes(place)).map(({ slug, title }) => ({ to: `/pages/${slug}`, label: title }))

/** The shop's main links, for header and side menu, with so many text pages. */
export const mainLinks = (shop: Pick<ShopInfo, 'pages'>, mostPages = shop.pages.length): NavLink[] => [
  { to: '/', label: LAYOUT.home },
  { to: '/shop', label: LAYOUT.shop },
  ...pageLinks(shop, 'header').slice(0, mostPages),
  { to: '/contact', label: LAYOUT.contact },
]
