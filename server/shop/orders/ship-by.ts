// The day by which an order ships: its paid day, in the shop's time zone, plus the business days of its slowest item. One
// that is made to order takes its own days, one that is ready those of the settings. Days of time off and federal
// holidays do not count. Without such days there is none: the shop has promised nothing.
// Before the payment, the browser computes the same in contract/ship-by.ts.
import { type SQLWrapper, sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { daysAfter } from '#contract/calendar-days.ts'
import { orderItems, wayOf } from '#server/shop/schema/orders.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { holidaysFrom } from '#server/shop/settings/holidays.ts'

/**
 * SQL query of one row: the days by which an order ships that is paid at that moment, and on which it arrives: null when
 * its way to ship has no days. It is ready for pick-up on the day by which it ships. One that is handed over has no days:
 * its buyer stands there. `holidays` has `nextHolidays()`.
 */
export const shipDates = (orderId: SQLWrapper, shipping: SQLWrapper, paidAt: SQLWrapper, holidays: SQLWrapper) => sql`
  select ship_by, ${businessDaysAfter(daysOf(shipping, 'from'), holidays)},
    ${businessDaysAfter(daysOf(shipping, 'to'), holidays)}
  from (select case when ${wayOf({ shipping })} <> 'hand' then ${shipBy(orderId, paidAt, holidays)} end as ship_by) dates`

/** The federal holidays of today and later, in every time zone, as an array of PostgreSQL. */
export const nextHolidays = () => `{${holidaysFrom(yesterday()).join(',')}}`

const yesterday = () => daysAfter(new Date().toISOString().slice(0, 10), -1)

const daysOf = (shipping: SQLWrapper, end: 'from' | 'to') =>
  sql`case when ${shipping} ? 'pickup' then 0 else (${shipping}->'days'->>${end}::text)::int end`

/** SQL: the business day so many of them after `ship_by`; null for null. Parcels travel during time off. */
const businessDaysAfter = (days: SQLWrapper, holidays: SQLWrapper) => sql`(
  select case when count <= 0 then ship_by when count > 0 then (
    select day::date from generate_series((ship_by + 1)::timestamp, ship_by + 2 * count + 5, interval '1 day') as day
    where ${isBusinessDay(sql`day::date`, holidays)} order by day offset greatest(count - 1, 0) limit 1) end
  from (select ${days} as count) transit)`

/** SQL condition: a day is not of a weekend, nor a holiday on which the shop rests. */
const isBusinessDay = (day: SQLWrapper, holidays: SQLWrapper) => sql`extract(isodow from ${day}) < 6 and (
  ${day} <> all (${holidays}::date[])
  or not coalesce((select ${settings.restsOnHolidays} from ${settings}), ${DEFAULT_SETTINGS.restsOnHolidays}::boolean))`

/** SQL expression: the day by which an order ships that is paid at that moment; null without a promise. */
export const shipBy = (orderId: SQLWrapper, paidAt: SQLWrapper, holidays: SQLWrapper) => sql<string | null>`(
  with terms as (
    select (${paidAt} at time zone coalesce(max(${settings.timeZone}), ${DEFAULT_SETTINGS.timeZone}::text))::date as today,
      max((${settings.shipDays}->>'to')::int) as ready,
      max(${settings.closed}->>'from')::date as closed_from, max(${settings.closed}->>'to')::date as closed_to
    from ${settings}
  ), slowest as (
    select coalesce(max(coalesce(${orderItems.makeDays}, ready)), max(ready)) as needed
    from terms left join ${orderItems} on ${orderItems.orderId} = ${orderId}
  ), days as (
    select day::date, row_number() over (order by day) as number, needed
    -- Enough days also with all weekends, holidays and the time off left out.
    from terms, slowest, generate_series(
      (today + 1)::timestamp, today + 2 * needed + 5 + coalesce(closed_to - closed_from + 1, 0), interval '1 day') as day
    where ${isBusinessDay(sql`day::date`, holidays)} and (closed_from is null or day not between closed_from and closed_to)
  )
  select day from days where number = needed)`
