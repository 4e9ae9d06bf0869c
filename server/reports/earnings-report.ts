import { sql } from 'drizzle-orm'
import { perHour } from '#contract/admin/earnings.ts'
import type { EarningsFigures, EarningsReport } from '#contract/admin/earnings-report.ts'
import { PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { HANDED_OVER, PICKUP } from '#contract/rates.ts'
import type { Db } from '../db/client.ts'
import { shopSettings } from '../settings/settings.ts'
import { type Span, spanOfMonths } from '../settings/shop-days.ts'
import { type Counted, isCounted } from '../tax/sales-tax-report.ts'
import { type LineEarnings, orderEarnings, type SoldOrder } from './order-earnings.ts'

/** What is left of the sales of a month of the shop, in cents, by product. */
export async function earningsReport(db: Db, month: string, counted: Counted): Promise<EarningsReport> {
  const { timeZone, fees, hourlyPay } = await shopSettings(db)
  const orders = await soldOrders(db, spanOfMonths({ from: month, to: month }, timeZone), counted)
  const lines = orders.flatMap((order) => orderEarnings(order, fees ?? PUBLISHED_FEES))
  const known = lines.filter((line) => line.costs !== null)
  const names = await productsOf(db, [...new Set(lines.map(({ product }) => product))])
  const named = (product: string) => ({ product, name: names.get(product)?.name ?? '' })
  const rows = byProduct(known).map(([product, of]) => ({ ...named(product), ...figuresOf(of) }))
  const unknown = byProduct(lines.filter((line) => line.costs === null)).map(([product, of]) => ({
    ...named(product),
    pieces: sum(of, ({ pieces }) => pieces),
    revenue: sum(of, ({ revenue }) => revenue),
    hasCosts: names.get(product)?.hasCosts ?? false,
  }))
  return {
    rows: rows.toSorted((one, other) => other.earned - one.earned || one.name.localeCompare(other.name)),
    total: figuresOf(known),
    unknown: unknown.toSorted((one, other) => other.revenue - one.revenue || one.name.localeCompare(other.name)),
    estimated: orders.filter(({ byCard, fee }) => byCard && fee === null).length,
    hourlyPay,
  }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

const byProduct = (lines: LineEarnings[]) => [...Map.groupBy(lines, ({ product }) => product)]

const earnedBy = ({ revenue, costs, fees }: LineEarnings) => revenue - (costs ?? 0) - fees

/** Pieces whose minutes are not counted have no part in what an hour paid. */
function figuresOf(lines: LineEarnings[]): EarningsFigures {
  const timed = lines.filter(({ minutes }) => minutes !== null)
  const minutes = sum(timed, (line) => line.minutes ?? 0)
  return {
    pieces: sum(lines, ({ pieces }) => pieces),
    revenue: sum(lines, ({ revenue }) => revenue),
    costs: sum(lines, ({ costs }) => costs ?? 0),
    fees: sum(lines, ({ fees }) => fees),
    earned: sum(lines, earnedBy),
    minutes,
    perHour: perHour(sum(timed, earnedBy), minutes),
  }
}

/** The orders that were paid in a period, with all refunds of them that are completed by now. */
async function soldOrders(db: Db, { starts, ends }: Span, { withDemo }: Counted): Promise<SoldOrder[]> {
  const { rows } = await db.execute<SoldOrder>(sql`
    select o.total_cents - o.tax_cents as cents, o.total_cents as paid, a.kind = 'card' as "byCard", a.fee_cents as fee,
      coalesce(o.shipping->>'method', '') not in (${PICKUP}::text, ${HANDED_OVER}::text) as "isMailed",
      o.delivered_at is null and coalesce(o.refunded_cents >= o.total_cents, false) as "neverLeft",
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
    from orders o join payment_attempts a on a.id = o.current_attempt
    where o.paid_at >= ${starts} and o.paid_at < ${ends} and ${isCounted(withDemo)}`)
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
  const { starts, ends } = spanOfMonths({ from: month, to: month }, timeZone)
  await db.execute(sql`
    insert into order_item_costs (order_id, line, material_cents, packaging_cents, postage_cents, minutes)
    select i.order_id, i.line, c.material_cents, c.packaging_cents, c.postage_cents, c.minutes
    from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
      join product_costs c on c.product_id = coalesce(p.parent_id, p.id)
    where o.paid_at >= ${starts} and o.paid_at < ${ends}
    on conflict (order_id, line) do nothing`)
}
