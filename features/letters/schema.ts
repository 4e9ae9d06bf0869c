// Who gets letters, and the letters.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import type { LetterBlock } from './contract.ts'

/**
 * Addresses that somebody gave to get letters. Only `subscribed` ones get any: their owners have confirmed them with the
 * link of a message. One that has ended can ask again, and is `unconfirmed` until it confirms anew.
 */
export const subscribers = table(
  'subscribers',
  {
    id: uuidKey(),
    email: text().notNull(),
    state: text({ enum: ['unconfirmed', 'subscribed', 'ended'] })
      .notNull()
      .default('unconfirmed'),
    /** Where the address was given last. */
    source: text({ enum: ['checkout', 'page'] }).notNull(),
    /** What its owner agreed to, in the words that were on the screen. */
    consent: text().notNull(),
    /** A keyed hash of the address, by which the link of a message finds it. */
    addressHash: text().notNull(),
    askedAt: timestampNow(),
    confirmedAt: timestampTz(),
    endedAt: timestampTz(),
  },
  (t) => [
    check('subscribers_state', sql`${t.state} in ('unconfirmed', 'subscribed', 'ended')`),
    check('subscribers_source', sql`${t.source} in ('checkout', 'page')`),
    check(
      'subscribers_confirmed',
      sql`${t.state} <> 'subscribed' or (${t.confirmedAt} is not null and ${t.endedAt} is null)`,
    ),
    check('subscribers_ended', sql`${t.state} <> 'ended' or ${t.endedAt} is not null`),
    uniqueIndex('subscribers_email').on(sql`lower(${t.email})`),
    index('subscribers_subscribed').on(t.id).where(sql`${t.state} = 'subscribed'`),
    index('subscribers_hash').on(t.addressHash),
  ],
)

/** Letters. While one is `sending`, it goes to the subscribers in the order of their ids, up to `lastSubscriberId` so far. */
export const letters = table(
  'letters',
  {
    id: uuidKey(),
    subject: text().notNull(),
    /** Markdown, as of text pages. */
    body: text().notNull(),
    state: text({ enum: ['draft', 'sending', 'sent'] })
      .notNull()
      .default('draft'),
    /** What every reader gets: the body as it was when it was sent, with its products. */
    blocks: jsonb().$type<LetterBlock[]>(),
    lastSubscriberId: uuid(),
    /** How many messages were queued, and how many of them were not sent: refused, or ended meanwhile. */
    queued: integer().notNull().default(0),
    unsent: integer().notNull().default(0),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
    startedAt: timestampTz(),
    sentAt: timestampTz(),
  },
  (t) => [
    check('letters_state', sql`${t.state} in ('draft', 'sending', 'sent')`),
    check('letters_started', sql`(${t.state} = 'draft') = (${t.startedAt} is null)`),
    check('letters_blocks', sql`(${t.state} = 'draft') = (${t.blocks} is null)`),
    check('letters_sent', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
    index('letters_sending').on(t.startedAt).where(sql`${t.state} = 'sending'`),
  ],
)
