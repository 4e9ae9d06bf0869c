// Texts of Today, the first screen of the desk.
import { formatDollars } from '#contract/money.ts'
import { counted } from '#web/texts/admin.ts'

export const DASHBOARD = {
  title: 'Today',
  waiting: 'Wishes and problems',
  manyDeclines:
    'Many cards are being declined: somebody may be trying stolen cards. New buyers now solve the robot check before they pay.',
  discrepancies: (count: number) => (count === 1 ? 'A payment does not add up.' : `${count} payments do not add up.`),
  seeDiscrepancies: 'See payment problems',
  backups: {
    none: 'Your shop has no backup. Make one, so that nothing is lost if its disk fails.',
    old: 'The last backup is more than two days old.',
    unpracticed: 'Try once whether a backup brings back your shop.',
    useless: 'The last practice restore found that the backup does not bring back the shop.',
  },
  seeBackups: 'See the backups',
  asksToCancel: (count: number) =>
    count === 1 ? 'A buyer asks to cancel an order:' : `${count} buyers ask to cancel their orders:`,
  away: 'Your shop is on time off.',
  changeTimeOff: 'Change it in Settings',
  lastDays: (days: number) => `Last ${days} days`,
  disputes: (count: number) =>
    count === 1 ? 'A buyer’s bank disputes a payment.' : `Buyers’ banks dispute ${count} payments.`,
  answerBy: (number: number, day: string | null) => `Order ${number}${day ? `: answer by ${day}` : ''}`,
} as const

export const SALES_SO_FAR = {
  day: { now: 'Today', before: 'Yesterday' },
  week: { now: 'This week', before: 'Last week' },
  month: { now: 'This month', before: 'Last month' },
  withoutCard: (cents: number) => `${formatDollars(cents)} without a card`,
  refunded: (cents: number) => `${formatDollars(cents)} refunded`,
} as const

export const SALES_CHART = {
  day: { choice: 'Day', title: 'Sales in the last 30 days' },
  week: { choice: 'Week', title: 'Sales in the last 12 weeks' },
  month: { choice: 'Month', title: 'Sales in the last 12 months' },
  switch: 'Sales by',
  summary: (
    period: 'day' | 'week' | 'month',
    { taken, refunded, best }: { taken: number; refunded: number; best: number },
  ) =>
    [
      `${formatDollars(taken)} in sales`,
      ...(refunded > 0 ? [`${formatDollars(refunded)} in refunds`] : []),
      `best ${period} ${formatDollars(best)}`,
    ].join(', '),
  bar: (name: string, cents: number, orders: number) => `${name}: ${formatDollars(cents)}, ${counted(orders, 'order')}`,
  weekOf: (day: string) => `Week of ${day}`,
  sales: 'Sales',
  refunds: 'Refunds',
  orders: 'Orders',
  showTable: 'Show as table',
  tableCaption: (title: string) => `${title}, latest first`,
} as const

export const TO_SHIP = {
  title: 'To ship',
  nothing: 'Every paid order has been shipped.',
  late: (count: number) => `${count} late`,
  toRefund: (count: number) =>
    count === 1
      ? 'A buyer did not agree to a delay: refund it'
      : `${count} buyers did not agree to a delay: refund them`,
  demo: 'Demo',
  facts: (pieces: number, cents: number, day: string) =>
    `${counted(pieces, 'product')}, ${formatDollars(cents)}, paid ${day}`,
  handOver: 'To hand over',
  open: 'Go To Order',
  openOrder: (number: number) => `Go To Order ${number}`,
  all: 'All orders to ship',
} as const

export const UNPAID = {
  title: 'Not paid yet',
  facts: (count: number, cents: number) =>
    `${counted(count, 'order')}, ${formatDollars(cents)}. Nothing is set aside until the buyer pays.`,
  see: 'See unpaid orders',
} as const

export const TO_MAKE = {
  title: 'To make',
  order: (number: number) => `Order ${number}`,
  openOrder: (qty: number, name: string, number: number) => `${qty} × ${name}, order ${number}`,
  pickList: 'Pick list',
  more: (count: number) => `And ${count.toLocaleString('en-US')} more.`,
} as const

export const LOW_STOCK = {
  title: 'Low stock',
  nothing: (level: number) => `Nothing is sold out or down to ${level} or fewer.`,
  soldOut: 'Sold out',
  left: (count: number) => `${count} left`,
  more: (count: number) => `And ${count.toLocaleString('en-US')} more.`,
} as const

export const BEST_SELLERS = {
  title: 'Best sellers',
  nothing: 'Nothing sold in this period.',
  facts: (pieces: number, cents: number) => `${counted(pieces, 'product')}, ${formatDollars(cents)}`,
} as const

export const COUPONS_USED = {
  title: 'Coupons used',
  nothing: 'No paid order used a coupon.',
  caption: (days: number) => `Coupons used in the last ${days} days`,
  code: 'Code',
  uses: 'Uses',
  discount: 'Total discount',
} as const

export const CONVERSION = {
  title: 'From placed to paid',
  nothing: 'No orders were placed in this period.',
  sentence: (placed: number, paid: number) =>
    `${paid.toLocaleString('en-US')} of ${counted(placed, 'order')} placed ${paid === 1 ? 'was' : 'were'} paid: ${Math.round((100 * paid) / placed)}%.`,
} as const
