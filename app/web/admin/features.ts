// The screens of the admin: the shop's own, and those of the features that it has.
import { auditLogAdmin } from '#features/audit-log/admin/feature.ts'
import { backupsAdmin } from '#features/backups/admin/feature.ts'
import { customersAdmin } from '#features/customers/admin/feature.ts'
import { discountsAdmin } from '#features/discounts/admin/feature.ts'
import { dropsAdmin } from '#features/drops/admin/feature.ts'
import { exportsAdmin } from '#features/exports/admin/feature.ts'
import { feedsAdmin } from '#features/feeds/admin/feature.ts'
import { historyAdmin } from '#features/history/admin/feature.ts'
import { importsAdmin } from '#features/imports/admin/feature.ts'
import { invitationsAdmin } from '#features/invitations/admin/feature.ts'
import { lettersAdmin } from '#features/letters/admin/feature.ts'
import { lowStockAdmin } from '#features/low-stock/admin/feature.ts'
import { newsAdmin } from '#features/news/admin/feature.ts'
import { ownShopAdmin } from '#features/own-shop/admin/feature.ts'
import { paymentRemindersAdmin } from '#features/payment-reminders/admin/feature.ts'
import { payoutsAdmin } from '#features/payouts/admin/feature.ts'
import { pushAdmin } from '#features/push/admin/feature.ts'
import { reportsAdmin } from '#features/reports/admin/feature.ts'
import { requestsAdmin } from '#features/requests/admin/feature.ts'
import { returnsAdmin } from '#features/returns/admin/feature.ts'
import { reviewsAdmin } from '#features/reviews/admin/feature.ts'
import { salesAdmin } from '#features/sales/admin/feature.ts'
import { searchWordsAdmin } from '#features/search-words/admin/feature.ts'
import { shopCheckAdmin } from '#features/shop-check/admin/feature.ts'
import { webhooksAdmin } from '#features/webhooks/admin/feature.ts'
import { byPlace } from '#web/admin/frame/menu.ts'
import { shopAdmin } from '#web/admin/screens.ts'
import type { AdminFeature, MenuEntry, ScreenPart, SettingSwitch, Task } from '#web/admin/slots/admin-feature.ts'

const FEATURES: readonly AdminFeature[] = [
  shopAdmin,
  requestsAdmin,
  returnsAdmin,
  newsAdmin,
  paymentRemindersAdmin,
  feedsAdmin,
  lowStockAdmin,
  lettersAdmin,
  customersAdmin,
  searchWordsAdmin,
  dropsAdmin,
  salesAdmin,
  discountsAdmin,
  importsAdmin,
  exportsAdmin,
  historyAdmin,
  reviewsAdmin,
  reportsAdmin,
  payoutsAdmin,
  backupsAdmin,
  auditLogAdmin,
  invitationsAdmin,
  shopCheckAdmin,
  ownShopAdmin,
  pushAdmin,
  webhooksAdmin,
]

export const ADMIN_SCREENS = FEATURES.flatMap(({ screens }) => screens)

/** The links of the admin menus, by group and in their order. */
export const ADMIN_LINKS: readonly MenuEntry[] = FEATURES.flatMap(({ menu }) => menu).toSorted(byPlace)

/** Parts of screens, by what sellers call them: the search finds these too. */
export const ADMIN_PARTS: readonly ScreenPart[] = FEATURES.flatMap(({ parts = [] }) => parts).toSorted(
  (one, other) => one.place - other.place,
)

/** What Today says of things that wait, in the order of its list. */
export const ADMIN_TASKS: readonly Task[] = FEATURES.flatMap(({ tasks = [] }) => tasks).toSorted(
  (one, other) => one.order - other.order,
)

/** The switches of features among the settings, in their order. */
export const ADMIN_SWITCHES: readonly SettingSwitch[] = FEATURES.flatMap(({ switches = [] }) => switches).toSorted(
  (one, other) => one.place[1] - other.place[1],
)
