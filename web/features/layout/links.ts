import { LAYOUT } from '../../texts/shop.ts'

/** The shop's main links, for header, side menu and footer. */
export const MAIN_LINKS = [
  { to: '/', label: LAYOUT.home },
  { to: '/shop', label: LAYOUT.shop },
  { to: '/contact', label: LAYOUT.contact },
]
