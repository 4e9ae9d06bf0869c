import { sql } from 'drizzle-orm'
import { perHour } from '#contract/admin/earnings.ts'
import { type Fees, PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { HANDED_OVER, PICKUP } from '#contract/rates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { type Part, shortRows, spanTable, summedRows, totalsIn } from '#server/shop/totals/cached-totals.ts'
import { spanOfMonth, type TimeSpan } from '#server/shop/totals/days.ts'
import { type EarningsFigures, type EarningsReport, MOST_EARNINGS_ROWS } from '../contract/earnings-report.ts'
import { type LineEarnings, orderEarnings, type SoldOrder } from './order-earnings.ts'
import type { ReportScope } from './sales-tax-report.ts'

/** What is left of the sales of a month of the shop, in cents, by product. */
export async function earningsReport(db: Db, month: string, scope: ReportScope): Promise<EarningsReport> {
  const { timeZone, fees, hourlyPay } = await shopSettings(db)
  const part = earningsPart(fees ?? PUBLISHED_FEES, scope)
  const [monthRows = []] = await totalsIn(db, part, [spanOfMonth(month, timeZone)], timeZone)
  const all = shortRows(part, monthRows)
  const names = await productsOf(
    db,
    all.flatMap(({ product }) => product ?? []),
  )
  const productRows = (isKnown: boolean) =>
    all.flatMap((row) => {
      if (row.known !== isKnown || row.product === null) return []
      const { name = '', hasCosts = false } = names.get(row.product) ?? {}
      return [{ row, hasCosts, product: { product: row.product, name } }]
    })
  const others = (isKnown: boolean) =>
    all.find((row) => row.known === isKnown && row.product === null && row.products > 0)
  const [sum] = summedRows(
    { keys: [] },
    all.filter(({ known }) => known).map(({ product: _, known: __, ...row }) => row),
  )
  const [rest, unknownRest] = [others(true), others(false)]
  return {
    rows: productRows(true)
      .map(({ row, product }) => ({ ...product, ...figuresOf(row) }))
      .toSorted((one, other) => other.earned - one.earned || one.name.localeCompare(other.name)),
    others: rest ? { products: rest.products, ...figuresOf(rest) } : null,
    total: figuresOf(sum ?? NOTHING),
    unknown: productRows(false)
      .map(({ row: { pieces, revenue }, product, hasCosts }) => ({ ...product, pieces, revenue, hasCosts }))
      .toSorted((one, other) => other.revenue - one.revenue || one.name.localeCompare(other.name)),
    unknownOthers: unknownRest
      ? { products: unknownRest.products, pieces: unknownRest.pieces, revenue: unknownRest.revenue }
      : null,
    estimated: all.reduce((count, row) => count + row.estimated, 0),
    hourlyPay,
  }
}

const NOTHING = { pieces: 0, revenue: 0, costs: 0, fees: 0, earned: 0, minutes: 0, timed: 0 }

const figuresOf = ({ pieces, revenue, costs, fees, earned, minutes, timed }: typeof NOTHING): EarningsFigures => ({
  ...{ pieces, revenue, costs, fees, earned, minutes },
  perHour: perHour(timed, minutes),
})

/**
 * Figures of a product, or of several together that have none. `known` are its costs; `timed` is what the pieces earned
 * whose minutes are counted.
 */
type EarningsRow = typeof NOTHING & {
  product: string | null
  known: boolean
  /** How many products together. */
  products: number
  estimated: number
}

/** What each product earned, by the moment of payment, with the fees of these rates where they are not known yet. */
export const earningsPart = (fees: Fees, { withDemo }: ReportScope): Part<EarningsRow> => ({
  name: `earnings${withDemo ? ' with demo' : ''} ${versionHash(fees)}`,
  keys: ['product', 'known'],
  changedBy: ['sale', 'refund', 'fee', 'cost'],
  // Each order is computed here, between which others are served.
  daysAtOnce: 3,
  async rowsIn(db, spans) {
    const orders = await soldOrders(db, spans, withDemo)
    return [...Map.groupBy(orders, ({ number }) => number)].flatMap(([number, orderItems]) =>
      summedRows(
        PRODUCT,
        orderItems.flatMap((order) => rowsOfOrder(order, fees)),
      ).map((row) => ({ ...row, number })),
    )
  },
  shortened: (rows) => [
    ...firstRows(
      rows.filter(({ known }) => known),
      (row) => row.earned,
    ),
    ...firstRows(
      rows.filter(({ known }) => !known),
      (row) => row.revenue,
    ),
  ],
})

const PRODUCT = { keys: ['product', 'known'] } as const

/** The rows with the highest figure, and one for all others. */
function firstRows(rows: EarningsRow[], figure: (row: EarningsRow) => number) {
  const sortedRows = rows
    .filter(({ product }) => product !== null)
    .toSorted((a, b) => figure(b) - figure(a) || ((a.product ?? '') < (b.product ?? '') ? -1 : 1))
  const others = [...rows.filter(({ product }) => product === null), ...sortedRows.slice(MOST_EARNINGS_ROWS)]
  return [
    ...sortedRows.slice(0, MOST_EARNINGS_ROWS),
    ...summedRows(
      PRODUCT,
      others.map((row) => ({ ...row, product: null, products: row.product === null ? row.products : 1 })),
    ),
  ]
}

/** What an order brought, a row for each line; that its fee is estimated is a row of no product. */
function rowsOfOrder(order: SoldOrder, fees: Fees): EarningsRow[] {
  const rows = orderEarnings(order, fees).map((line): EarningsRow => {
    const earnings = earnedBy(line)
    return {
      ...{ product: line.product, known: line.costs !== null, products: 0, estimated: 0 },
      ...{ pieces: line.pieces, revenue: line.revenue, costs: line.costs ?? 0, fees: line.fees, earned: earnings },
      ...{ minutes: line.minutes ?? 0, timed: line.minutes === null ? 0 : earnings },
    }
  })
  const isEstimated = order.byCard && order.fee === null
  return isEstimated ? [...rows, { ...NOTHING, product: null, known: false, products: 0, estimated: 1 }] : rows
}

const earnedBy = ({ revenue, costs, fees }: LineEarnings) => revenue - (costs ?? 0) - fees

/**
 * The orders that were paid in these spans, with all refunds of them that are completed by now. Other tables are looked up
 * with an offset, which has it done order by order, however many other orders there are.
 */
async function soldOrders(db: Db, spans: TimeSpan[], withDemo: boolean) {
  const { rows } = await db.execute<SoldOrder & { number: number }>(sql`
    select span.number::int as number, o.total_cents - o.tax_cents as cents, o.total_cents as paid,
      a.kind = 'card' as "byCard", a.fee_cents as fee,
      coalesce(o.shipping->>'method', '') not in (${PICKUP}::text, ${HANDED_OVER}::text) as "isMailed",
      o.delivered_at is null and coalesce(o.refunded_cents >= o.total_cents, false)
        and not exists (select from parcels where order_id = o.id) as "neverLeft",
      coalesce((
        select json_agg(json_build_object('cents', r.cents - r.tax_cents, 'fee', coalesce(r.fee_cents, 0),
          'items', coalesce((select json_agg(json_build_object('line', f.line, 'qty', f.qty, 'restock', f.restock))
            from refund_items f where f.refund_id = r.id), '[]')))
        from refunds r where r.order_id = o.id and r.state = 'completed'), '[]') as refunds,
      (select json_agg(json_build_object('line', i.line, 'product', coalesce(p.parent_id, p.id), 'price', i.price_cents,
          'qty', i.qty, 'costs', case when c.line is not null then json_build_object('material', c.material_cents,
            'packaging', c.packaging_cents, 'postage', c.postage_cents, 'minutes', c.minutes) end) order by i.line)
        from order_items i join products p on p.id = i.product_id
          left join order_item_costs c on (c.order_id, c.line) = (i.order_id, i.line)
        where i.order_id = o.id) as lines
    from ${spanTable(spans)},
      lateral (select * from orders where paid_at >= span.starts and paid_at < span.ends and paid_by is distinct from 'gift'
        and (${withDemo} or not is_demo) offset 0) o,
      lateral (select kind, fee_cents from payment_attempts where id = o.current_attempt offset 0) a`)
  return rows
}

/** Products by their ids: the name that they have now, and whether somebody has entered their costs. */
async function productsOf(db: Db, ids: string[]) {
  const { rows } = await db.execute<{ id: string; name: string; hasCosts: boolean }>(sql`
    select p.id, p.name, c.product_id is not null as "hasCosts"
    from products p left join product_costs c on c.product_id = p.id where p.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Gives the sales of a month that have no costs those that their products have now. Sales that have costs keep them.
 */
export async function addMissingCosts(db: Db, month: string) {
  const { timeZone } = await shopSettings(db)
  const { starts, ends } = spanOfMonth(month, timeZone)
  await db.execute(sql`
    insert into order_item_costs (order_id, line, material_cents, packaging_cents, postage_cents, minutes)
    select i.order_id, i.line, c.material_cents, c.packaging_cents, c.postage_cents, c.minutes
    from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
      join product_costs c on c.product_id = coalesce(p.parent_id, p.id)
    where o.paid_at >= ${starts.toISOString()}::timestamptz and o.paid_at < ${ends.toISOString()}::timestamptz
    on conflict (order_id, line) do nothing`)
}
