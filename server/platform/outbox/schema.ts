import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow, timestampTz } from '#server/platform/db/columns.ts'

type OutboxPayload = { payload: SQLWrapper; kind: SQLWrapper }

/** The messages that each checkout queues. Their keys name their order. */
export const CHECKOUT_MAILS = ['receipt', 'new_order'] as const

/** SQL condition: the message is none of `CHECKOUT_MAILS`, written out because an index takes no parameters. */
export const isNoCheckoutMail = ({ kind }: Pick<OutboxPayload, 'kind'>) => sql`${kind} not in ('receipt', 'new_order')`

/** SQL: what a message is about, or to whom it goes, as indexed. */
export const mailedAbout = {
  orderId: ({ payload }: OutboxPayload) => sql`(${payload}->>'orderId')`,
  refundId: ({ payload }: OutboxPayload) => sql`(${payload}->>'refundId')`,
  requestId: ({ payload }: OutboxPayload) => sql`(${payload}->>'requestId')`,
  subscriberId: ({ payload }: OutboxPayload) => sql`(${payload}->>'subscriberId')`,
  userId: ({ payload }: OutboxPayload) => sql`(${payload}->>'userId')`,
  to: ({ payload }: OutboxPayload) => sql`lower(${payload}->>'to')`,
  email: ({ payload }: OutboxPayload) => sql`lower(${payload}->>'email')`,
}

/** The outbox of messages, written in the transaction of their event. The dedupe key keeps each message unique. */
export const outbox = table(
  'outbox',
  {
    id: identityKey(),
    kind: text().notNull(),
    dedupeKey: text().notNull().unique(),
    payload: jsonb().notNull(),
    /** Whether it waits until no other message is due: one of many of the same text. */
    isBulk: boolean().notNull().default(false),
    tries: integer().notNull().default(0),
    nextTryAt: timestampNow(),
    /** When it was sent or given up. */
    doneAt: timestampTz(),
    /** When it was given up: the mail server refused it permanently, or never took it. */
    failedAt: timestampTz(),
    /** When it was found to have nobody to go to, or nothing to say any more, so that it was never sent. */
    unsentAt: timestampTz(),
    /** Why the last try of a test email failed, for the admin who sent it. */
    problem: text(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('outbox_undone').on(t.nextTryAt).where(sql`${t.doneAt} is null`),
    // For the file of a person. A checkout writes into none of them.
    index('outbox_order')
      .on(mailedAbout.orderId(t))
      .where(sql`${mailedAbout.orderId(t)} is not null and ${isNoCheckoutMail(t)}`),
    index('outbox_refund')
      .on(mailedAbout.refundId(t))
      .where(sql`${mailedAbout.refundId(t)} is not null`),
    index('outbox_request')
      .on(mailedAbout.requestId(t))
      .where(sql`${mailedAbout.requestId(t)} is not null`),
    index('outbox_subscriber')
      .on(mailedAbout.subscriberId(t))
      .where(sql`${mailedAbout.subscriberId(t)} is not null`),
    index('outbox_user')
      .on(mailedAbout.userId(t))
      .where(sql`${mailedAbout.userId(t)} is not null`),
    index('outbox_to')
      .on(mailedAbout.to(t))
      .where(sql`${mailedAbout.to(t)} is not null`),
    index('outbox_email')
      .on(mailedAbout.email(t))
      .where(sql`${mailedAbout.email(t)} is not null`),
  ],
)
