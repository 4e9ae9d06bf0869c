import { z } from 'zod'
import { id, isPrintableText, money, timestamp } from '#contract/codecs.ts'
import { keyword, pageNumber, paging } from '#contract/lists.ts'
import { TEXT_FIELDS } from '#contract/messages.ts'
import { NOTE_FIELDS } from './messages.ts'

export const NOTE_MAX = 2_000

/** How the seller looks through her customers. */
export const CustomerQuery = z.object({
  keyword,
  pageNumber,
  sort: z.enum(['last', '-last', 'spent', '-spent', 'orders', '-orders']).default('-last'),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

/** The account of the customer, or any guest of the same email address. In lower case, as the database answers it. */
export const CustomerKey = z.object({ id: id.toLowerCase() })

const customerFields = {
  _id: id.describe('The account; of guests, one of those with the same email address'),
  name: z.string(),
  email: z.string().describe('Empty for somebody whose order the seller added without one'),
  isGuest: z.boolean().describe('Whether the customer has no account'),
  city: z.string().describe('Where the last order went; empty for one that was handed over'),
  orders: z.int().describe('Paid orders'),
  spent: money.describe('Paid, less refunds'),
  lastOrderAt: timestamp.nullable(),
}

/** A customer as a row of the list. */
export const CustomerRow = z.object(customerFields).meta({ id: 'CustomerRow' })
export type CustomerRow = z.infer<typeof CustomerRow>

export const CustomerPage = z.object({ customers: z.array(CustomerRow), ...paging }).meta({ id: 'CustomerPage' })
export type CustomerPage = z.infer<typeof CustomerPage>

/** An order on the page of its customer. */
const CustomerOrder = z
  .object({
    _id: id,
    number: z.int(),
    createdAt: timestamp,
    state: z.enum(['unpaid', 'canceled', 'to ship', 'shipped', 'refunded']),
    total: money,
    refunded: money,
  })
  .meta({ id: 'CustomerOrder' })
export type CustomerOrder = z.infer<typeof CustomerOrder>

/** A customer with everything that the seller sees of them. */
export const Customer = z
  .object({
    ...customerFields,
    since: timestamp.describe('When the account or the first guest began'),
    phone: z.string().describe('Of the last order that has one; empty without'),
    orderList: z.array(CustomerOrder).describe('The newest 50'),
    wishes: z.int().describe('Requests for pieces that wait'),
    note: z.string(),
    version: z.string().describe('Changes with every edit of the note'),
    mergeable: z
      .object({ guest: id, account: id, orders: z.int().describe('Paid orders of the guest') })
      .nullable()
      .describe('The guest and the account with the same confirmed address, which are not merged'),
    isMerged: z.boolean().describe('Whether orders of a guest were merged into this account'),
    guestNote: z.string().describe('The note about the guest who was merged into this account'),
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof Customer>

/** An edit of the note about a customer; an empty one removes it. A `version` that is out of date is refused. */
export const CustomerNote = z
  .object({
    note: z
      .string()
      .trim()
      .refine(isPrintableText, TEXT_FIELDS.unprintable)
      .max(NOTE_MAX, NOTE_FIELDS.tooLong(NOTE_MAX)),
    version: z.string().max(100),
  })
  .meta({ id: 'CustomerNote' })
export type CustomerNote = z.infer<typeof CustomerNote>
