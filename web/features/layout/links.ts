/** The shop's main links, as the header, the slide-out menu and the footer show them. */
export const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/shop', label: 'Shop' },
  { to: '/contact', label: 'Contact' },
]
