// Which orders a keyword finds. What it finds is looked up by indexes as long as it is little. A keyword that many
// orders have is compared with the orders of the list instead, in its order, until a page is full.
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { containsIndexedWords, isOneLetter } from '#server/platform/db/text-match.ts'
import { products } from '#server/shop/schema/catalog.ts'
import {
  orderItems,
  orders,
  parcels,
  searchedAnswers,
  searchedNote,
  searchedTracking,
  sentTo,
} from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'

/** `#1042` or `1042`. More digits are a tracking number. */
const NUMBER_PATTERN = /^#?(\d{1,9})$/

/** The number of an order that the keyword may be; undefined for any other keyword. */
export function orderNumberIn(keyword: string): number | undefined {
  const [, digits] = NUMBER_PATTERN.exec(keyword) ?? []
  return digits ? Number(digits) : undefined
}

/** SQL conditions: what the keyword is looked for in. Without one, it is not looked for there. */
type Parts = {
  number?: SQL
  sentTo?: SQL
  parcel?: SQL
  note?: SQL
  answers?: SQL
  person?: SQL
  recipient?(of: { recipientName: SQLWrapper }): SQL
  product?: SQL
}

/**
 * A few digits are an order number, without `#` also a part of answers and gift notes. Any other keyword matches those
 * too, and names of buyers and recipients, emails, cities, tracking numbers and names of products as they are now.
 */
function partsOf(keyword: string): Parts {
  const number = orderNumberIn(keyword)
  const byNumber = number === undefined ? {} : { number: eq(orders.number, number) }
  if (number !== undefined && keyword.startsWith('#')) return byNumber
  const inJson = keyword.replaceAll('\\', '\\\\').replaceAll('"', ' ')
  const inTexts = {
    note: has(orders.giftNote, searchedNote(orders), keyword),
    answers: has(orderItems.answers, searchedAnswers(orderItems), inJson),
  }
  if (number !== undefined) return { ...byNumber, ...inTexts }
  const [, digits] = /^#?(\d+)$/.exec(keyword) ?? []
  const inTextsAndAddress = {
    ...inTexts,
    sentTo: containsIndexedWords(sentTo(orders), digits ?? keyword),
    parcel: has(parcels.trackingNumber, searchedTracking(parcels), digits ?? keyword),
  }
  if (digits) return inTextsAndAddress
  const hasBuyerName = containsIndexedWords(sql`lower(${users.name} || ' ' || ${users.email})`, keyword)
  return {
    ...inTextsAndAddress,
    person: sql`(${users.deletedAt} is null and ${hasBuyerName})`,
    recipient: ({ recipientName }) => has(recipientName, sql`lower(${recipientName})`, keyword),
    product: containsIndexedWords(sql`lower(${products.name})`, keyword),
  }
}

const has = (column: SQLWrapper, text: SQL, keyword: string) =>
  sql`(${column} is not null and ${containsIndexedWords(text, keyword)})`

/** SQL condition: the order has a recipient, or its buyer is not deleted. */
const isNamed = sql`(${orders.recipientName} is not null
  or (select ${users.deletedAt} is null from ${users} where ${users.id} = ${orders.userId}))`

/** SQL condition: the keyword finds the order. However many it finds, all are looked up by indexes. */
export function ordersMatching(db: Db, keyword: string): SQL {
  const { number, sentTo, parcel, note, answers, person, recipient, product } = partsOf(keyword)
  const ids = [
    ...[number, sentTo, note].map((part) => part && db.select({ id: orders.id }).from(orders).where(part)),
    answers && db.select({ id: orderItems.orderId }).from(orderItems).where(answers),
    parcel && db.select({ id: parcels.orderId }).from(parcels).where(parcel),
    person && recipient && ofPeople(db, person, recipient(orders)),
    product && ofProducts(db, product),
  ].filter((query) => query !== undefined)
  return isOneOf(orders.id, sql.join(ids, sql` union `))
}

/** SQL condition. For an array, PostgreSQL looks each value up in the index, however many it expects. */
const isOneOf = (column: SQLWrapper, values: SQLWrapper) => sql`${column} = any(array(${values}))`

/** The orders of buyers with that name, and of those who once ordered for a recipient with that name. */
function ofPeople(db: Db, person: SQL, recipient: SQL) {
  const customers = db.select({ id: users.id }).from(users).where(person)
  const givers = db.select({ id: orders.userId }).from(orders).where(recipient)
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOneOf(orders.userId, customers.union(givers)), isNamed))
}

function ofProducts(db: Db, product: SQL) {
  const productIds = db.select({ id: products.id }).from(products).where(product)
  return db.select({ id: orderItems.orderId }).from(orderItems).where(isOneOf(orderItems.productId, productIds))
}

/**
 * How much is read for a search. `found`: so many orders by each part of the keyword. `sampled`: so many of the newest
 * orders, and a city, note or answer that `frequent` of them have is not looked up, because its index would collect all
 * orders that have it. `people`: the orders of so many with a name are known by their buyers. `short`: a shorter list is
 * compared in full. `compared`: so many orders of a longer list.
 */
export const SEARCH_BOUNDS = { found: 1_000, sampled: 200, frequent: 10, people: 1_000, short: 2_000, compared: 20_000 }
export type SearchBounds = typeof SEARCH_BOUNDS

type Part = keyof Parts

/**
 * What the indexes find. `ids` are orders that the keyword finds, all of them unless some of its parts are `frequent`;
 * `rest` are those that the other parts find. `people` are the buyers with that name, null when there are many.
 */
export type SearchMatches = { ids: string[]; rest: string[]; frequent: Part[]; people: string[] | null }

/** The orders that the keyword finds by indexes, as far as it is not frequent. */
export async function idsMatching(db: Db, keyword: string, bounds: SearchBounds): Promise<SearchMatches> {
  const parts = partsOf(keyword)
  const names = Object.keys(parts) as Part[]
  // To find one letter, PostgreSQL reads an index from its beginning to its end.
  if (isOneLetter(keyword)) return { ids: [], rest: [], frequent: names, people: null }
  const ways = waysOf(parts, bounds)
  const some = bounds.found + 1
  const { person = sql`false` } = parts
  const people = sql`select ${users.id} from ${users} where ${person}`
  const partIds = names.map(
    (part) => sql`(select id, ${part}::text as part from (${ways[part]}) as way (id) limit ${some})`,
  )
  const { rows } = await db.execute<SearchMatches>(sql`
    with people (id) as materialized (${people}),
      found as materialized (${sql.join(partIds, sql` union all `)}),
      frequent as materialized (
        select part from found group by part having count(*) = ${some} or bool_or(id is null))
    select array(select distinct id from found where id is not null) as ids,
      array(select distinct id from found where part not in (select part from frequent)) as rest,
      array(select part from frequent) as frequent,
      case when (select count(*) from (select from people limit ${bounds.people + 1}) first) <= ${bounds.people}
        then array(select id from people) end as people`)
  return onlyRow(rows)
}

/** SQL of each part: the ids of the orders that it finds. */
function waysOf(parts: Parts, bounds: SearchBounds): Partial<Record<Part, SQL>> {
  const { number, sentTo, parcel, note, answers, person, recipient, product } = parts
  return {
    ...(number && { number: sql`select ${orders.id} from ${orders} where ${number}` }),
    ...(sentTo && { sentTo: unlessFrequent(ORDERS, sentTo, bounds) }),
    ...(parcel && { parcel: unlessFrequent(PARCELS, parcel, bounds) }),
    ...(note && { note: unlessFrequent(ORDERS, note, bounds) }),
    ...(answers && { answers: unlessFrequent(ITEMS, answers, bounds) }),
    ...(person && { person: ofEach(sql`select id from people`, ofUser, bounds) }),
    ...(recipient && {
      recipient: ofEach(sql`select ${orders.userId} from ${orders} where ${recipient(orders)}`, ofGiver, bounds),
    }),
    ...(product && {
      product: ofEach(sql`select ${products.id} from ${products} where ${product}`, ofProduct, bounds),
    }),
  }
}

/** Where a part of a keyword is looked for: the ids of orders, from all of them or from some of the newest. */
type Source = { id: SQL; all: SQL; newest(count: number): SQL }

const newestOrders = (count: number) =>
  sql`(select * from ${orders} order by ${orders.number} desc limit ${count}) as ${orders}`
const ORDERS: Source = { id: sql`${orders.id}`, all: sql`${orders}`, newest: newestOrders }
const ITEMS: Source = {
  id: sql`${orderItems.orderId}`,
  all: sql`${orderItems}`,
  newest: (count) => sql`${newestOrders(count)} join ${orderItems} on ${orderItems.orderId} = ${orders.id}`,
}

const PARCELS: Source = {
  id: sql`${parcels.orderId}`,
  all: sql`${parcels}`,
  newest: (count) => sql`${newestOrders(count)} join ${parcels} on ${parcels.orderId} = ${orders.id}`,
}

/** SQL: ids by the index of trigrams; or, when many of the newest orders match, null and the ids of these. */
function unlessFrequent({ id, all, newest }: Source, part: SQL, { found, sampled, frequent }: SearchBounds) {
  const isFrequent = sql`(select is_frequent from sample)`
  return sql`
    with sample as materialized (
        select count(distinct ${id}) >= ${frequent} as is_frequent from ${newest(sampled)} where ${part}),
      rare as materialized (select ${id} as id from ${all} where ${part} and not ${isFrequent})
    select id from rare
    union all select null from sample where is_frequent
    union all (select ${id} from ${newest((found * sampled) / frequent)} where ${part} and ${isFrequent} limit ${found})`
}

const ofUser = sql`select ${orders.id} from ${orders} where ${orders.userId} = named.id`
const ofGiver = sql`${ofUser} and ${isNamed}`
const ofProduct = sql`select ${orderItems.orderId} from ${orderItems} where ${orderItems.productId} = named.id`

/** SQL: the ids of the orders of each, one after the other, so that a limit ends it. */
const ofEach = (matchingIds: SQL, ids: SQL, { found }: SearchBounds) => sql`
  with named (id) as materialized (${matchingIds})
  select each.id from named, lateral (${ids} limit ${found + 1}) as each (id)`

/** Which orders of a list are compared with a keyword, in which order, and how many of those that match are wanted. */
type Reading = { where: SQL | undefined; order: SQL; compared: number; most: number }

/** The ids of the orders that match among the first `compared` of a list, in its order. */
export async function idsCompared(
  db: Db,
  keyword: string,
  matches: SearchMatches,
  reading: Reading,
): Promise<string[]> {
  const { where, order, compared, most } = reading
  const { rows } = await db.execute<{ id: string }>(sql`
    with listed as materialized (
      select ${COMPARED_TEXT} from ${orders} where ${where ?? sql`true`} order by ${order} limit ${compared})
    select ${orders.id} from listed as ${orders} where ${matchesOne(keyword, matches)} order by ${order} limit ${most}`)
  return rows.map(({ id }) => id)
}

/** The text by which an order is sorted and compared. */
const COMPARED_TEXT = sql.join(
  [
    ...[orders.id, orders.number, orders.totalCents, orders.shipBy, orders.paidAt, orders.userId],
    ...[orders.city, orders.trackingNumber, orders.giftNote, orders.recipientName],
  ],
  sql`, `,
)

const givenOrders = alias(orders, 'given')

/** SQL condition: the order is one of the rest, or has a frequent part of the keyword. */
function matchesOne(keyword: string, { rest, frequent, people }: SearchMatches): SQL {
  const parts = partsOf(keyword)
  const conditions = frequent
    .map((part) => comparison(part, parts, people))
    .filter((condition) => condition !== undefined)
  return sql`(${sql.join([isOneOfThese(rest), ...conditions], sql` or `)})`
}

/** SQL condition: the order is one of these. */
export const isOneOfThese = (ids: string[]) => sql`${orders.id} = any(${sql.param(ids)}::uuid[])`

function comparison(part: Part, parts: Parts, people: SearchMatches['people']): SQL | undefined {
  const { recipient } = parts
  const items = sql`${orderItems} where ${orderItems.orderId} = ${orders.id}`
  switch (part) {
    case 'answers':
      return one(sql`${items} and ${parts.answers}`)
    case 'parcel':
      return one(sql`${parcels} where ${parcels.orderId} = ${orders.id} and ${parts.parcel}`)
    case 'person':
      // Few people, so no order's buyer has to be read.
      if (people) return sql`${orders.userId} = any(${sql.param(people)}::uuid[])`
      return one(sql`${users} where ${users.id} = ${orders.userId} and ${parts.person}`)
    case 'product':
      return one(
        sql`${items} and ${one(sql`${products} where ${products.id} = ${orderItems.productId} and ${parts.product}`)}`,
      )
    case 'recipient':
      return sql`(${isNamed} and ${one(sql`${orders} as ${givenOrders} where ${givenOrders.userId} = ${orders.userId} and ${recipient?.(givenOrders)}`)})`
    default:
      return parts[part]
  }
}

/** SQL condition: there is such a row. Unlike `exists`, PostgreSQL asks it for each order, by an index. */
const one = (rows: SQL) => sql`(select true from ${rows} limit 1)`
