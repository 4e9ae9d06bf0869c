import { type ComponentType, createElement, lazy } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { NotFound } from '../layout/NotFound.tsx'

const modules = import.meta.glob<{ default: ComponentType }>('./*/*Page.tsx')

/** A screen of `features/admin/`, loaded when it first opens. */
function open(path: string, name: string): RouteObject {
  const load = modules[`./${name}.tsx`]
  if (!load) throw new Error(`There is no screen ${name}.`)
  return { path, element: createElement(lazy(load)) }
}

/** Every path below /admin and its screen. */
export const adminRoutes: RouteObject[] = [
  open('orderlist', 'orders/OrderListPage'),
  open('orders/new', 'orders/NewOrderPage'),
  open('postage', 'orders/PostagePage'),
  open('packing', 'orders/PackingPage'),
  open('discrepancies', 'discrepancies/DiscrepancyListPage'),
  open('requests', 'requests/RequestListPage'),
  open('picklist', 'orders/PickListPage'),
  { index: true, element: <Navigate to="/admin/dashboard" replace /> },
  open('dashboard', 'dashboard/DashboardPage'),
  open('userlist', 'users/UserListPage'),
  open('productlist/:pageNumber?', 'products/ProductListPage'),
  open('products/:id/edit', 'products/ProductEditPage'),
  open('user/:id/edit', 'users/UserEditPage'),
  open('money-check', 'money/MoneyCheckPage'),
  open('payouts/:id', 'money/PayoutPage'),
  open('sales-tax', 'reports/SalesTaxPage'),
  open('monthly-statement', 'reports/MonthlyStatementPage'),
  open('earnings', 'reports/EarningsPage'),
  open('categories', 'settings/CategoriesPage'),
  open('past-orders', 'history/PastOrderListPage'),
  open('past-orders/:id', 'history/PastOrderPage'),
  open('past-reviews', 'history/PastReviewListPage'),
  open('exports', 'exports/ExportPage'),
  open('imports', 'imports/ImportListPage'),
  open('imports/:id', 'imports/ImportPage'),
  open('collections', 'collections/CollectionListPage'),
  open('collections/:id/edit', 'collections/CollectionEditPage'),
  open('drops', 'drops/DropListPage'),
  open('drops/:id/edit', 'drops/DropEditPage'),
  open('coupons', 'coupons/CouponListPage'),
  open('coupon/:id/edit', 'coupons/CouponEditPage'),
  open('pages', 'text-pages/TextPageListPage'),
  open('pages/:slug/edit', 'text-pages/TextPageEditPage'),
  open('welcome', 'own-shop/WelcomePage'),
  open('look', 'look/LookPage'),
  open('settings', 'settings/SettingsPage'),
  open('backups', 'backups/BackupsPage'),
  open('audit-log', 'audit-log/AuditLogPage'),
  open('health', 'setup/HealthPage'),
  open('setup', 'setup/SetupPage'),
  { path: '*', element: <NotFound /> },
]
