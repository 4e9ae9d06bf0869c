// What a person's file and deletion take from other shops' past.
import { isNull, sql } from 'drizzle-orm'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../schema.ts'
import { erasePastCustomers, hasEmail } from './remove-history.ts'
import { PERSON_FILE } from './texts.ts'

const { SELLER, SHOP } = REGISTER

/** SQL: the past orders in other shops of a person's email address. */
const pastOrdersOf = ({ email }: Person) => sql`(
  select ${pastOrders.id} from ${pastOrders} join ${pastCustomers} on ${pastCustomers.id} = ${pastOrders.customerId}
  where ${email ? hasEmail(email) : sql`false`})`

const tables: Register<typeof import('../schema.ts')> = {
  past_customers: {
    title: PERSON_FILE.past_customers,
    read: (tx, { email }) =>
      tx
        .select()
        .from(pastCustomers)
        .where(email ? hasEmail(email) : sql`false`)
        .orderBy(pastCustomers.id),
  },
  past_orders: {
    title: PERSON_FILE.past_orders,
    read: (tx, person) =>
      tx
        .select()
        .from(pastOrders)
        .where(sql`${pastOrders.id} in ${pastOrdersOf(person)}`)
        .orderBy(pastOrders.day, pastOrders.id),
    leftOut: { importId: SELLER, search: SHOP },
  },
  past_order_items: {
    title: PERSON_FILE.past_order_items,
    read: (tx, person) =>
      tx
        .select()
        .from(pastOrderItems)
        .where(sql`${pastOrderItems.pastOrderId} in ${pastOrdersOf(person)}`)
        .orderBy(pastOrderItems.pastOrderId, pastOrderItems.line),
  },
  past_reviews: {
    title: PERSON_FILE.past_reviews,
    read: (tx, person) =>
      tx
        .select()
        .from(pastReviews)
        .where(sql`${pastReviews.pastOrderId} in ${pastOrdersOf(person)}`)
        .orderBy(pastReviews.day, pastReviews.id),
    leftOut: { importId: SELLER, hidden: SELLER },
  },
}

export const ofPeople: PersonHooks = {
  tables,
  rowsUnder: (address) => sql<number>`(select count(*) from ${pastCustomers} where ${hasEmail(address)})`,
  async erase(tx, { email }) {
    if (email) await erasePastCustomers(tx, email)
  },
  eraseAll: (tx) => tx.delete(pastReviews).where(isNull(pastReviews.importId)),
}
