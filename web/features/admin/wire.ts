import '../../zod-csp.ts'
import { AuditPage } from '#contract/admin/audit-log.ts'
import { Backups } from '#contract/admin/backups.ts'
import { AdminCollections, EditedCollection } from '#contract/admin/collections.ts'
import { Coupon, CouponPage, CouponUpdate } from '#contract/admin/coupons.ts'
import { Dashboard } from '#contract/admin/dashboard.ts'
import { Discrepancy, DiscrepancyPage } from '#contract/admin/discrepancies.ts'
import { Download } from '#contract/admin/downloads.ts'
import { AdminDrops, EditedDrop } from '#contract/admin/drops.ts'
import { EarningsReport } from '#contract/admin/earnings-report.ts'
import { AdminPastReview, OrdersOfUser, PastOrder, PastOrderPage, PastReviewPage } from '#contract/admin/history.ts'
import { Import, ImportRowPage, ImportRows, ImportRowsChange, Imports } from '#contract/admin/imports.ts'
import { EditedLook, LookUpdate, UploadedLogo } from '#contract/admin/look.ts'
import { Disputes, MoneyCheck, MoneyChecked, PayoutPage } from '#contract/admin/money-check.ts'
import { MonthlyStatement } from '#contract/admin/monthly-statement.ts'
import {
  ManualQuote,
  NewRefund,
  OrderPage,
  OrdersShipped,
  Parcels,
  Refundable,
  Timeline,
} from '#contract/admin/orders.ts'
import { OwnShop } from '#contract/admin/own-shop.ts'
import { PostageCheck } from '#contract/admin/postage.ts'
import {
  AdminProduct,
  AdminProductPage,
  ProductChanges,
  ProductHistory,
  ProductsChanged,
  ProductUpdate,
} from '#contract/admin/products.ts'
import { AdminRequest, AdminRequestPage } from '#contract/admin/requests.ts'
import { OutsideSales, SalesTaxReport, TaxStates, TaxThresholds, ZipTableAccount } from '#contract/admin/sales-tax.ts'
import { AdminSearch } from '#contract/admin/search.ts'
import { Settings, SettingsUpdate } from '#contract/admin/settings.ts'
import { Setup, SetupCheck, TestEmail } from '#contract/admin/setup.ts'
import {
  AdminTextPage,
  AdminTextPages,
  NewTextPage,
  TextPageDraft,
  TextPagePreview,
  TextPageText,
  TextPageUpdate,
} from '#contract/admin/text-pages.ts'
import { TrackingReport } from '#contract/admin/tracking.ts'
import { UploadedImages } from '#contract/admin/uploads.ts'
import { UserPage } from '#contract/admin/users.ts'
import { Categories, Category } from '#contract/products.ts'
import { Done, UserDetails } from '#contract/users.ts'
import { wireBy } from '../../api.ts'

/** The schemas between the code and the JSON of the calls that only admins make. */
const schemas = {
  AdminCollections,
  AdminDrops,
  AdminPastReview,
  AdminProduct,
  AdminProductPage,
  AdminRequest,
  AdminRequestPage,
  AdminSearch,
  AdminTextPage,
  AdminTextPages,
  AuditPage,
  Backups,
  Categories,
  Category,
  Coupon,
  CouponPage,
  CouponUpdate,
  Dashboard,
  Download,
  Discrepancy,
  DiscrepancyPage,
  Disputes,
  Done,
  EarningsReport,
  EditedCollection,
  EditedDrop,
  EditedLook,
  Import,
  ImportRowPage,
  ImportRows,
  ImportRowsChange,
  Imports,
  LookUpdate,
  ManualQuote,
  MonthlyStatement,
  MoneyCheck,
  MoneyChecked,
  NewRefund,
  NewTextPage,
  OrderPage,
  OrdersOfUser,
  OrdersShipped,
  OutsideSales,
  OwnShop,
  Parcels,
  PastOrder,
  PastOrderPage,
  PastReviewPage,
  PayoutPage,
  PostageCheck,
  ProductChanges,
  ProductHistory,
  ProductUpdate,
  ProductsChanged,
  Refundable,
  SalesTaxReport,
  Settings,
  Setup,
  SetupCheck,
  TestEmail,
  SettingsUpdate,
  TaxStates,
  TaxThresholds,
  TextPageDraft,
  TextPagePreview,
  TextPageText,
  TextPageUpdate,
  Timeline,
  TrackingReport,
  UploadedImages,
  UploadedLogo,
  UserDetails,
  UserPage,
  ZipTableAccount,
}

/** `wireBy` the schemas of admins. */
export const { decoded, encoded } = wireBy(async () => schemas)
