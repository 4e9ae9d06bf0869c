import { type SQL, sql } from 'drizzle-orm'

/** SQL: how the order `o` was paid by the attempt `a`. */
const WAY = sql`coalesce(o.paid_by, case a.kind when 'zero' then 'free' else 'card' end)`

/**
 * SQL: a row for each span and way to pay, of orders paid and refunds completed in it; gifts are no sales. Other tables are
 * looked up with an offset, which has it done order by order, however many other orders there are.
 */
export const statementRows = (spans: SQL): SQL => sql`
  select number::int, "isDemo", way, sum(orders)::int as orders, sum(goods)::float8 as goods, sum(wrap)::float8 as wrap,
    sum(discounts)::float8 as discounts, sum(shipping)::float8 as shipping, sum(tax)::float8 as tax,
    sum("taxInPrices")::float8 as "taxInPrices",
    sum(goods + wrap - discounts + shipping + tax - "taxInPrices")::float8 as sales,
    sum(refunds)::int as refunds, sum(refunded)::float8 as refunded, sum("refundedShipping")::float8 as "refundedShipping",
    sum("refundedTax")::float8 as "refundedTax", sum(disputed)::float8 as disputed, sum(fees)::float8 as fees,
    sum("withoutFee")::int as "withoutFee"
  from ${spans}, lateral (
    select o.is_demo as "isDemo", ${WAY} as way, count(*) as orders, sum(o.items_cents) as goods,
      sum(coalesce(o.wrap_cents, 0)) as wrap, sum(o.discount_cents) as discounts, sum(o.shipping_cents) as shipping,
      sum(o.tax_cents) as tax, sum(case when o.tax_included then o.tax_cents else 0 end) as "taxInPrices",
      0 as refunds, 0 as refunded, 0 as "refundedShipping", 0 as "refundedTax", 0 as disputed,
      sum(coalesce(a.fee_cents, 0)) as fees, count(*) filter (where a.kind = 'card' and a.fee_cents is null) as "withoutFee"
    from (select * from orders where paid_at >= span.starts and paid_at < span.ends and paid_by is distinct from 'gift' offset 0) o,
      lateral (select kind, fee_cents from payment_attempts where id = o.current_attempt offset 0) a
    group by 1, 2
    union all
    select o.is_demo, ${WAY}, 0, 0, 0, 0, 0, 0, 0, count(*), sum(r.cents), sum(r.shipping_cents), sum(r.tax_cents),
      coalesce(sum(r.cents) filter (where r.origin = 'dispute'), 0), sum(coalesce(r.fee_cents, 0)), 0
    from (select * from refunds where updated_at >= span.starts and updated_at < span.ends and state = 'completed' offset 0) r,
      lateral (select is_demo, paid_by from orders where id = r.order_id offset 0) o,
      lateral (select kind from payment_attempts where id = r.attempt_id offset 0) a
    where o.paid_by is distinct from 'gift'
    group by 1, 2
  ) as moved group by 1, 2, 3`
