import { LAYOUT } from '../../texts/shop.ts'

/** The shop's main links, as the header, the slide-out menu and the footer show them. */
export const MAIN_LINKS = [
  { to: '/', label: LAYOUT.home },
  { to: '/shop', label: LAYOUT.shop },
  { to: '/contact', label: LAYOUT.contact },
]
