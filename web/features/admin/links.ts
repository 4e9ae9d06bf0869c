import { ADMIN } from '../../texts/admin.ts'
/** The links of the admin menus. */
export const ADMIN_LINKS = [
  { to: '/admin/dashboard', label: ADMIN.dashboard },
  { to: '/admin/orderlist', label: ADMIN.orders },
  { to: '/admin/requests', label: ADMIN.requests },
  { to: '/admin/discrepancies', label: ADMIN.discrepancies },
  { to: '/admin/productlist', label: ADMIN.products },
  { to: '/admin/categories', label: ADMIN.categories },
  { to: '/admin/collections', label: ADMIN.collections },
  { to: '/admin/imports', label: ADMIN.imports },
  { to: '/admin/exports', label: ADMIN.exports },
  { to: '/admin/coupons', label: ADMIN.coupons },
  { to: '/admin/money-check', label: ADMIN.moneyCheck },
  { to: '/admin/sales-tax', label: ADMIN.salesTax },
  { to: '/admin/monthly-statement', label: ADMIN.monthlyStatement },
  { to: '/admin/pages', label: ADMIN.pages },
  { to: '/admin/userlist', label: ADMIN.users },
  { to: '/admin/look', label: ADMIN.look },
  { to: '/admin/settings', label: ADMIN.settings },
  { to: '/admin/backups', label: ADMIN.backups },
  { to: '/admin/health', label: ADMIN.health },
  { to: '/admin/setup', label: ADMIN.setup },
]
