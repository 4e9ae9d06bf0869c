import { type SQL, sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'

/** Where an order counts: the place of its tax, or its address while the shop charges everybody the same. */
const PLACE = sql`coalesce(o.tax->>'country', o.country_code) as country,
  case when o.tax is not null then o.tax->>'state' when o.country_code = ${HOME} then nullif(o.address_state, '') end as state, o.tax->>'place' as place, o.tax_ppm as ppm`

/**
 * SQL: a row for each span, state, place and rate, of orders paid and refunds completed in it; gifts are no sales. The base
 * is without the tax, also where the prices include it, so that tax is rate times base in every row. That of an order from before the shop recorded it is that of one rate for everybody.
 */
export const salesTaxRows = (spans: SQL): SQL => sql`
  select number::int, "isDemo", country, state, place, ppm, sum(orders)::int as orders, sum(goods)::float8 as goods,
    sum(discounts)::float8 as discounts, sum(shipping)::float8 as shipping, sum(exempt)::float8 as exempt,
    sum(base)::float8 as base, sum(tax)::float8 as tax, sum(refunds)::int as refunds, sum(refunded)::float8 as refunded,
    sum("refundedShipping")::float8 as "refundedShipping", sum("refundedTax")::float8 as "refundedTax"
  from ${spans}, lateral (
    select o.is_demo as "isDemo", ${PLACE}, count(*) as orders, sum(items_cents + coalesce(wrap_cents, 0)) as goods,
      sum(discount_cents) as discounts, sum(shipping_cents) as shipping,
      coalesce(sum(base) filter (where is_exempt), 0) as exempt,
      coalesce(sum(base) filter (where not is_exempt), 0) as base, sum(tax_cents) as tax,
      0 as refunds, 0 as refunded, 0 as "refundedShipping", 0 as "refundedTax"
    from orders o, lateral (
      select coalesce((o.coupon->>'taxFree')::boolean, false) as is_exempt, case when o.tax->>'from' = 'none' then 0
        else coalesce(o.tax_base_cents, o.items_cents + coalesce(o.wrap_cents, 0))
          - case when o.tax_included then o.tax_cents else 0 end end as base) as taxed
    where paid_at >= span.starts and paid_at < span.ends and paid_by is distinct from 'gift'
    group by 1, 2, 3, 4, 5
    union all
    select o.is_demo, ${PLACE}, 0, 0, 0, 0, 0, 0, 0, count(*), sum(r.cents), sum(r.shipping_cents), sum(r.tax_cents)
    from (select order_id, cents, shipping_cents, tax_cents from refunds
        where state = 'completed' and updated_at >= span.starts and updated_at < span.ends offset 0) r,
      -- With an offset, so that the orders are looked up one by one, however many others there are.
      lateral (select * from orders where id = r.order_id offset 0) o
    where o.paid_by is distinct from 'gift'
    group by 1, 2, 3, 4, 5
  ) as moved group by 1, 2, 3, 4, 5, 6`
