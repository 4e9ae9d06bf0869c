// The file of packages that postage services import to print labels: what is in no parcel yet of orders that wait.
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { HOME, needsCustomsForm } from '#contract/addresses.ts'
import type { PostageCheck } from '#contract/admin/postage.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { toCsv } from '#server/platform/lib/csv.ts'
import { type Account, accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { type Customs, isToShip, orderItems, orders, wayOf } from '#server/shop/schema/orders.ts'
import { unitsToShip } from '#server/shop/schema/payments.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { users } from '#server/shop/schema/users.ts'

const HEADINGS = [
  ...['Order ID', 'Name', 'Company', 'Address Line 1', 'Address Line 2', 'City', 'State', 'Zipcode', 'Country'],
  ...['Email', 'Phone', 'Weight (oz)', 'Length (in)', 'Width (in)', 'Height (in)', 'Service'],
  ...['Rubber Stamp 1', 'Rubber Stamp 2', 'Order Value'],
]

/** Only in a file with packages that need a customs form. */
const CUSTOMS_HEADINGS = ['HS Code', 'Customs Description', 'Origin Country', 'Item Value']

/** Characters that fit on the stamp of a label. */
const STAMP_LENGTH = 40
const GRAMS_IN_OUNCE = 28.349523125

const parent = alias(products, 'parent')

/** SQL: the weight of the order's package in grams; null when the weight of one of its products is unknown. */
const grams = sql<number | null>`(
  select case when bool_or(weighed.grams is null) then null
    else sum(weighed.grams * weighed.qty)::int + coalesce((${settings.shipping}->>'packingGrams')::int, 0) end
  from (
    select ${unitsToShip(orderItems)} as qty,
      coalesce(${products.grams}, ${parent.grams}, (${settings.shipping}->>'usualGrams')::int) as grams
    from ${orderItems} join ${products} on ${products.id} = ${orderItems.productId}
      left join ${products} ${parent} on ${parent.id} = ${products.parentId}
    where ${orderItems.orderId} = ${orders.id}) as weighed)`

/** SQL: the items of an order on one line, such as `2 x Mug; 1 x Pen`. */
const contents = sql<string | null>`(
  select string_agg(${unitsToShip(orderItems)} || ' x ' || ${orderItems.name}, '; ' order by ${orderItems.line})
  from ${orderItems} where ${orderItems.orderId} = ${orders.id} and ${unitsToShip(orderItems)} > 0)`

/** SQL: the price of an order's items in cents. */
const worth = sql<number>`(
  select coalesce(sum(${orderItems.priceCents} * ${unitsToShip(orderItems)}), 0)::int
  from ${orderItems} where ${orderItems.orderId} = ${orders.id})`

type CustomsItem = { qty: number; name: string; cents: number; customs: Customs | null }

/** SQL: the items of an order with what customs needs to know of each. */
const customsItems = sql<CustomsItem[]>`(
  select json_agg(json_build_object('qty', ${unitsToShip(orderItems)}, 'name', ${orderItems.name},
    'cents', ${orderItems.priceCents} * ${unitsToShip(orderItems)}, 'customs', ${orderItems.customs}) order by ${orderItems.line})
  from ${orderItems} where ${orderItems.orderId} = ${orders.id} and ${unitsToShip(orderItems)} > 0)`

const destination = { countryCode: orders.countryCode, state: orders.addressState }

/** What a postage file of these orders holds; of all orders to ship without `ids`. */
export async function checkPostage(db: Db, ids?: string[]): Promise<PostageCheck> {
  const rows = await db
    .select({ _id: orders.id, number: orders.number, grams, way: wayOf(orders), destination, customsItems })
    .from(orders)
    .leftJoin(settings, sql`true`)
    .where(isWanted(ids))
    .orderBy(asc(orders.number))
  const toNumbered = ({ _id, number }: { _id: string; number: number }) => ({ _id, number })
  const packages = rows.filter(({ way }) => way === 'parcel')
  return {
    packages: packages.length,
    pickups: rows.filter(({ way }) => way === 'pickup').map(toNumbered),
    unweighed: packages.filter((order) => order.grams === null).map(toNumbered),
    undeclared: packages.filter(lacksCustoms).map(toNumbered),
  }
}

/** Whether customs would ask what is in a package. Within the USA no HS codes are needed. */
const lacksCustoms = ({ destination: to, customsItems }: { destination: Destination; customsItems: CustomsItem[] }) =>
  needsCustomsForm(to) &&
  customsItems.some(({ customs }) => !customs?.name || (to.countryCode !== HOME && !customs.hsCode))

type Destination = { countryCode: string; state: string }

/**
 * The packages of these orders as a CSV file, a row for each, or for each item of one that needs a customs form; of all
 * orders to ship without `ids`. Orders that are not to be shipped are left out, and those that go into no parcel.
 */
export async function postageCsv(db: Db, ids?: string[]): Promise<string> {
  const origin = sql<string>`coalesce(${settings.shipping}->>'originCountry', ${HOME})`
  const rows = await db
    .select({ order: orders, buyer: accountColumns, grams, contents, worth, destination, customsItems, origin })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(settings, sql`true`)
    .where(and(isWanted(ids), sql`${wayOf(orders)} = 'parcel'`))
    .orderBy(asc(orders.number))
  const hasForms = rows.some(({ destination }) => needsCustomsForm(destination))
  return toCsv(
    [...HEADINGS, ...(hasForms ? CUSTOMS_HEADINGS : [])],
    rows.flatMap((row) => {
      const cells = packageCells(row)
      if (!needsCustomsForm(row.destination)) return [[...cells, ...(hasForms ? CUSTOMS_HEADINGS.map(() => null) : [])]]
      return row.customsItems.map((item) => [...cells, ...customsCells(item, row.origin)])
    }),
  )
}

type PackageRow = {
  order: typeof orders.$inferSelect
  buyer: Account
  grams: number | null
  contents: string | null
  worth: number
}

function packageCells({ order, buyer, grams, contents, worth }: PackageRow) {
  const { name, email } = shownBuyer(buyer)
  return [
    ...[String(order.number), order.recipientName ?? name, null, order.address, order.address2],
    ...[order.city, order.addressState, order.postalCode, order.countryCode],
    // A cell that begins with a plus could be taken for a formula.
    ...[email, order.phone?.replace(/^\+/, '') ?? null, grams === null ? null : ounces(grams), null, null, null],
    ...[order.shipping?.name ?? null, stamp(`Order ${order.number}`), stamp(contents ?? '')],
    formatDecimal(worth),
  ]
}

/** Characters of a description that postage services take. */
const DESCRIPTION_LENGTH = 60

/** The value is that of all units. */
function customsCells({ qty, name, cents, customs }: CustomsItem, origin: string) {
  const description = `${qty > 1 ? `${qty} x ` : ''}${customs?.name ?? name}`
  return [
    customs?.hsCode ?? null,
    description.slice(0, DESCRIPTION_LENGTH),
    customs?.origin ?? origin,
    formatDecimal(cents),
  ]
}

const isWanted = (ids: string[] | undefined): SQL | undefined =>
  and(isToShip(orders), ids ? inArray(orders.id, ids) : undefined)

/** Ounces with one digit, rounded up: a label for less than the weight is returned. */
const ounces = (grams: number) => Math.ceil((grams / GRAMS_IN_OUNCE) * 10) / 10

const stamp = (text: string) => (text.length > STAMP_LENGTH ? `${text.slice(0, STAMP_LENGTH - 1)}…` : text)
