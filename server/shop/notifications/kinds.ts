// The messages that the shop sends by itself: what each is called and about. Their texts are in server/shop/messages/.
import { z } from 'zod'

const about = { id: z.coerce.number(), dedupe_key: z.string().regex(/^[\w-]+$/) }
const OrderMail = z.object({
  ...about,
  kind: z.enum([
    'receipt',
    'new_order',
    'cancelled',
    'cancelled_order',
    'cancel_request',
    'cancel_declined',
    'readdressed',
  ]),
  payload: z.object({ orderId: z.string() }),
})
const ShippedMail = z.object({
  ...about,
  kind: z.literal('shipped'),
  payload: z.object({ orderId: z.string(), parcelId: z.uuid().optional() }),
})
const RefundMail = z.object({ ...about, kind: z.literal('refunded'), payload: z.object({ refundId: z.string() }) })
const DelayMailKind = z.enum(['delayed', 'delay_refund'])
const DelayMail = z.object({
  ...about,
  kind: DelayMailKind,
  payload: z.object({ orderId: z.string(), delayId: z.uuid() }),
})
export const DiscrepancyMail = z.object({
  ...about,
  kind: z.literal('discrepancy'),
  payload: z.object({ discrepancyId: z.number() }),
})
const ResetMail = z.object({ ...about, kind: z.literal('reset'), payload: z.object({ email: z.string() }) })
const OrderLinkMail = z.object({
  ...about,
  kind: z.enum(['order_link', 'order_placed']),
  payload: z.object({ orderId: z.uuid(), isNew: z.boolean().optional() }),
})
const AddressLinkMail = z.object({
  ...about,
  kind: z.literal('order_links'),
  payload: z.object({ email: z.string() }),
})
const EmailCodeMail = z.object({ ...about, kind: z.literal('email_code'), payload: z.object({ userId: z.uuid() }) })
const NewAddressMail = z.object({
  ...about,
  kind: z.literal('new_address'),
  payload: z.object({ userId: z.uuid(), email: z.string() }),
})
const AlertMail = z.object({ ...about, kind: z.literal('alert'), payload: z.object({ alertId: z.number() }) })
const TestMail = z.object({ ...about, kind: z.literal('test'), payload: z.object({ userId: z.uuid() }) })
export const AccountMailKind = z.enum([
  'password_changed',
  'address_changing',
  'address_changed',
  'address_set',
  'address_registered',
  'data_deleted',
  'order_claimed',
])
const AccountMail = z.object({
  ...about,
  kind: AccountMailKind,
  payload: z.object({
    to: z.string(),
    endedKeys: z.int().optional(),
    keptKeys: z.int().optional(),
    orderNumber: z.int().optional(),
    isProven: z.boolean().optional(),
  }),
})
export type DelayMailKind = z.infer<typeof DelayMailKind>
/** An order, and the delay of it that a message is about. */
export type DelayOfOrder = z.infer<typeof DelayMail>['payload']
export type AccountMailKind = z.infer<typeof AccountMailKind>
/** The number of a user's API keys that have ended, and of those that still work. */
export type KeyCounts = { endedKeys?: number | undefined; keptKeys?: number | undefined }
/** What a message about an account says besides: the keys, or the order that is in it now. */
export type AccountFacts = KeyCounts & { orderNumber?: number | undefined }

/** A row of the outbox: kind and data of a message of the shop's own. Its text is written when it is sent. */
export const QueuedMail = z.discriminatedUnion('kind', [
  OrderMail,
  ShippedMail,
  RefundMail,
  DelayMail,
  DiscrepancyMail,
  ResetMail,
  OrderLinkMail,
  AddressLinkMail,
  EmailCodeMail,
  NewAddressMail,
  AccountMail,
  TestMail,
  AlertMail,
])
export type QueuedMail = z.infer<typeof QueuedMail>

export type OrderMailKind = z.infer<typeof OrderMail>['kind']
/** An order that was shipped or is ready to collect, and the parcel that a message is about, if there is one. */
export type ShipmentOfOrder = z.infer<typeof ShippedMail>['payload']
type MailAboutOrder =
  | z.infer<typeof OrderMail>
  | z.infer<typeof ShippedMail>
  | z.infer<typeof RefundMail>
  | z.infer<typeof DelayMail>

/** Whether a message is about an order, a refund of it or a delay. */
export const isAboutOrder = <Mail extends { kind: string }>(mail: Mail): mail is Mail & MailAboutOrder =>
  ABOUT_ORDER.includes(mail.kind)

const ABOUT_ORDER: string[] = [...OrderMail.shape.kind.options, ...DelayMailKind.options, 'shipped', 'refunded']

/** Messages that strangers can cause with any address: their rows are deleted once they are done. */
export const TO_TYPED_ADDRESS: string[] = [
  'reset',
  'order_link',
  'order_links',
  'email_code',
  'new_address',
  ...AccountMailKind.options,
]
