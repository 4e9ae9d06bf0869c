// The file of packages that postage services import to print labels.
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { COUNTRY } from '#contract/addresses.ts'
import type { PostageCheck } from '#contract/admin/postage.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { isToShip, orderItems, orders } from '../db/order-schema.ts'
import { products, settings, users } from '../db/schema.ts'
import { toCsv } from '../lib/csv.ts'
import { buyerColumns, shownBuyer } from './orders.ts'

const HEADINGS = [
  ...['Order ID', 'Name', 'Company', 'Address Line 1', 'Address Line 2', 'City', 'State', 'Zipcode', 'Country'],
  ...['Email', 'Phone', 'Weight (oz)', 'Length (in)', 'Width (in)', 'Height (in)', 'Service'],
  ...['Rubber Stamp 1', 'Rubber Stamp 2', 'Order Value'],
]

/** Characters that fit on the stamp of a label. */
const STAMP_LENGTH = 40
const GRAMS_IN_OUNCE = 28.349523125

const parent = alias(products, 'parent')

/** SQL: the weight of the order's package in grams; null when the weight of one of its products is unknown. */
const grams = sql<number | null>`(
  select case when bool_or(weighed.grams is null) then null
    else sum(weighed.grams * weighed.qty)::int + coalesce((${settings.shipping}->>'packingGrams')::int, 0) end
  from (
    select ${orderItems.qty} as qty,
      coalesce(${products.grams}, ${parent.grams}, (${settings.shipping}->>'usualGrams')::int) as grams
    from ${orderItems} join ${products} on ${products.id} = ${orderItems.productId}
      left join ${products} ${parent} on ${parent.id} = ${products.parentId}
    where ${orderItems.orderId} = ${orders.id}) as weighed)`

/** SQL: the items of an order on one line, such as `2 x Mug; 1 x Pen`. */
const contents = sql<string | null>`(
  select string_agg(${orderItems.qty} || ' x ' || ${orderItems.name}, '; ' order by ${orderItems.line})
  from ${orderItems} where ${orderItems.orderId} = ${orders.id})`

/** What a postage file of these orders holds; of all orders to ship without `ids`. */
export async function checkPostage(db: Db, ids?: string[]): Promise<PostageCheck> {
  const found = await db
    .select({ _id: orders.id, number: orders.number, grams, isPickup: isPickup(orders) })
    .from(orders)
    .leftJoin(settings, sql`true`)
    .where(wanted(ids))
    .orderBy(asc(orders.number))
  const numbered = ({ _id, number }: { _id: string; number: number }) => ({ _id, number })
  const packages = found.filter((order) => !order.isPickup)
  return {
    packages: packages.length,
    pickups: found.filter((order) => order.isPickup).map(numbered),
    unweighed: packages.filter((order) => order.grams === null).map(numbered),
  }
}

/**
 * The packages of these orders as a CSV file, a row for each; of all orders to ship without `ids`. Orders that are not
 * to be shipped are left out, and those that their buyers collect.
 */
export async function postageCsv(db: Db, ids?: string[]): Promise<string> {
  const rows = await db
    .select({ order: orders, buyer: buyerColumns, grams, contents })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(settings, sql`true`)
    .where(and(wanted(ids), sql`not ${isPickup(orders)}`))
    .orderBy(asc(orders.number))
  return toCsv(
    HEADINGS,
    rows.map(({ order, buyer, grams, contents }) => {
      const { name, email } = shownBuyer(buyer)
      return [
        ...[String(order.number), order.recipientName ?? name, null, order.address, order.address2],
        ...[order.city, order.addressState, order.postalCode, order.country === COUNTRY ? 'US' : order.country],
        ...[email, null, grams === null ? null : ounces(grams), null, null, null],
        ...[order.shipping?.name ?? null, stamp(`Order ${order.number}`), stamp(contents ?? '')],
        formatDecimal(order.itemsCents),
      ]
    }),
  )
}

const wanted = (ids: string[] | undefined): SQL | undefined =>
  and(isToShip(orders), ids ? inArray(orders.id, ids) : undefined)

const isPickup = (o: { shipping: typeof orders.shipping }) => sql<boolean>`coalesce(${o.shipping} ? 'pickup', false)`

/** Ounces with one digit, rounded up: a label for less than the weight is returned. */
const ounces = (grams: number) => Math.ceil((grams / GRAMS_IN_OUNCE) * 10) / 10

const stamp = (text: string) => (text.length > STAMP_LENGTH ? `${text.slice(0, STAMP_LENGTH - 1)}…` : text)
