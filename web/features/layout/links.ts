/** The shop's main links, as the header, the slide-out menu and the footer show them. */
export const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/shop', label: 'Shop' },
  { to: '/contact', label: 'Contact' },
]

/** What admins find in their menu. */
export const ADMIN_LINKS = [
  { to: '/admin/userlist', label: 'Users' },
  { to: '/admin/productlist', label: 'Products' },
  { to: '/admin/orderlist', label: 'Orders' },
  { to: '/admin/coupons', label: 'Coupons' },
]
