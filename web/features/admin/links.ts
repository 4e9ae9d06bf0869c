/** What admins find in their menus. */
export const ADMIN_LINKS = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/orderlist', label: 'Orders' },
  { to: '/admin/discrepancies', label: 'Discrepancies' },
  { to: '/admin/productlist', label: 'Products' },
  { to: '/admin/coupons', label: 'Coupons' },
  { to: '/admin/userlist', label: 'Users' },
  { to: '/admin/settings', label: 'Settings' },
]
