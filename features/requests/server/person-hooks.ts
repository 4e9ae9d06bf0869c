// What a person's file and deletion take from requests.
import { eq, getColumns, inArray, or, sql } from 'drizzle-orm'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { requests } from '../schema.ts'
import { deleteRequestsOf } from './requests.ts'
import { PERSON_FILE_TITLE } from './texts.ts'

/** SQL condition: the request is a person's, or of their address. */
const isOf = ({ ids, email }: Person) => or(inArray(requests.userId, ids), email ? isUnder(email) : sql`false`)

const isUnder = (address: string) => sql`lower(${requests.email}) = lower(${address})`

const tables: Register<typeof import('../schema.ts')> = {
  requests: {
    title: PERSON_FILE_TITLE,
    read: (tx, person) =>
      tx
        .select({ ...getColumns(requests), product: products.name })
        .from(requests)
        .innerJoin(products, eq(products.id, requests.productId))
        .where(isOf(person))
        .orderBy(requests.createdAt),
  },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) => sql<number>`(select count(*) from ${requests} where ${isUnder(address)})`,
  countWishes: (db, person) => db.$count(requests, isOf(person)),
  mailed: (person) => ({
    field: 'requestId',
    ids: sql`select ${requests.id}::text from ${requests} where ${isOf(person)}`,
  }),
  erase: (tx, { ids, email }) => deleteRequestsOf(tx, ids, email),
  eraseAll: (tx) => tx.delete(requests),
}

/** SQL condition: the owner of an address has confirmed a request with a mailed link. */
export const hasConfirmed = (address: string) =>
  sql`exists (select from ${requests} where ${isUnder(address)} and ${requests.confirmedAt} is not null)`
