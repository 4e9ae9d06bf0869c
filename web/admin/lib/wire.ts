import '#web/lib/zod-csp.ts'
import type { z } from 'zod'
import { AdminCollections, EditedCollection } from '#contract/admin/collections.ts'
import { Coupon, CouponPage, CouponUpdate } from '#contract/admin/coupons.ts'
import { EditedLook, LookUpdate, UploadedLogo } from '#contract/admin/look.ts'
import {
  ManualQuote,
  MarketDay,
  NewRefund,
  OrderPage,
  OrdersShipped,
  Parcels,
  Refundable,
  ShipmentsTakenBack,
  Stand,
  Timeline,
} from '#contract/admin/orders.ts'
import { PostageCheck } from '#contract/admin/postage.ts'
import {
  AdminProduct,
  AdminProductPage,
  ProductChanges,
  ProductHistory,
  ProductsChanged,
  ProductUpdate,
} from '#contract/admin/products.ts'
import { TaxStates, ZipTableAccount } from '#contract/admin/sales-tax.ts'
import { Settings, SettingsUpdate } from '#contract/admin/settings.ts'
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
import { Waiting } from '#contract/admin/waiting.ts'
import type { ShopCalls } from '#contract/calls/all.ts'
import type { Call } from '#contract/calls/define-calls.ts'
import { Order } from '#contract/orders.ts'
import { Categories, Category } from '#contract/products.ts'
import { Done, UserDetails } from '#contract/users.ts'
import { clientOf } from '#web/lib/api.ts'
import { encode } from '#web/lib/encode.ts'

/** The schemas between the code and the JSON of the shop's own calls that only admins make. */
const schemas = {
  AdminCollections,
  AdminProduct,
  AdminProductPage,
  AdminTextPage,
  AdminTextPages,
  Categories,
  Category,
  Coupon,
  CouponPage,
  CouponUpdate,
  Done,
  EditedCollection,
  EditedLook,
  LookUpdate,
  ManualQuote,
  MarketDay,
  NewRefund,
  NewTextPage,
  Order,
  OrderPage,
  OrdersShipped,
  Parcels,
  PostageCheck,
  ProductChanges,
  ProductHistory,
  ProductUpdate,
  ProductsChanged,
  Refundable,
  Settings,
  SettingsUpdate,
  ShipmentsTakenBack,
  Stand,
  TaxStates,
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
  Waiting,
  ZipTableAccount,
}

/** The client of the shop's calls that only admins make. */
export const { call, decoded, encoded } = clientOf<ShopCalls>()(async () => ({ schemas, encode }))

/** The client of the calls of a feature, whose schemas come with its screens. */
export const featureClient =
  <C extends { [Name in keyof C]: Call }>() =>
  <Schemas extends { [Name in keyof Schemas]: z.ZodType }>(schemas: Schemas) =>
    clientOf<C>()(async () => ({ schemas, encode }))
