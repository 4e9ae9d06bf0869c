// The day by which an order ships: its paid day, in the shop's time zone, plus the business days of its slowest item. One
// that is made to order takes its own days, one that is ready those of the settings. Days of time off do not count.
// Before the payment, the browser computes the same in contract/ship-by.ts.
import { type SQLWrapper, sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '#contract/defaults.ts'
import { orderItems } from '../db/order-schema.ts'
import { settings } from '../db/schema.ts'

/**
 * SQL query of one row: the days by which an order ships that is paid at that moment, and on which it arrives: null when
 * its way to ship has no days. It is ready for pick-up on the day by which it ships.
 */
export const shipDates = (orderId: SQLWrapper, shipping: SQLWrapper, paidAt: SQLWrapper) => sql`
  select ship_by, ${businessDaysAfter(daysOf(shipping, 'from'))}, ${businessDaysAfter(daysOf(shipping, 'to'))}
  from (select ${shipBy(orderId, paidAt)} as ship_by) dates`

const daysOf = (shipping: SQLWrapper, end: 'from' | 'to') =>
  sql`case when ${shipping} ? 'pickup' then 0 else (${shipping}->'days'->>${end}::text)::int end`

/** SQL: that many days from Monday to Friday after `ship_by`, which is one itself. Parcels travel during time off. */
const businessDaysAfter = (days: SQLWrapper) =>
  sql`ship_by + (${days}) + 2 * ((extract(isodow from ship_by)::int - 1 + (${days})) / 5)`

/** SQL expression: the day by which an order ships that is paid at that moment. */
export const shipBy = (orderId: SQLWrapper, paidAt: SQLWrapper) => sql<string>`(
  with terms as (
    select (${paidAt} at time zone coalesce(max(${settings.timeZone}), ${DEFAULT_SETTINGS.timeZone}::text))::date as today,
      coalesce(max((${settings.shipDays}->>'to')::int), ${DEFAULT_SETTINGS.shipDays.to}::int) as ready,
      max(${settings.closed}->>'from')::date as closed_from, max(${settings.closed}->>'to')::date as closed_to
    from ${settings}
  ), slowest as (
    select coalesce(max(coalesce(${orderItems.makeDays}, ready)), max(ready)) as needed
    from terms left join ${orderItems} on ${orderItems.orderId} = ${orderId}
  ), days as (
    select day::date, row_number() over (order by day) as number, needed
    -- Enough days also with all weekends and the time off left out.
    from terms, slowest, generate_series(
      (today + 1)::timestamp, today + 2 * needed + 2 + coalesce(closed_to - closed_from + 1, 0), interval '1 day') as day
    where extract(isodow from day) < 6 and (closed_from is null or day not between closed_from and closed_to)
  )
  select day from days where number = needed)`
