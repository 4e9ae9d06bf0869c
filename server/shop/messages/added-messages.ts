// The messages of features. app/server/features.ts fills the list while the program loads.
import type { z } from 'zod'
import type { DeskEventKind } from '#contract/admin/desk-events.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import type { Sender } from './sender.ts'

/** Emails that are about no order, and that their reader can end (optional-emails.ts). */
export type EmailTopic = {
  /** In small letters and `_`. */
  name: string
  /** What the reader is told before and after they end them, such as "You will get no more letters." */
  ends: string
  /** Hears, in the same transaction, that the owner of an address has ended them. */
  ended?(tx: Db, addressHash: string): Promise<void>
}

/** Kinds of messages with the same kind of data. */
type MessagesOf<Payload> = {
  kinds: readonly string[]
  /** What the outbox keeps of a message until it is sent. */
  payload: z.ZodType<Payload>
  /** Whom they are for: those who run the shop, or an address that somebody gave. */
  audience: 'shop' | 'address'
  /** What they are about, if their reader can end them. They are for an address, then. */
  topic?: EmailTopic
  /** Whether strangers can cause them with any address: their rows are deleted once they are done. */
  isToTypedAddress?: boolean
  /** The event that they tell the seller of. */
  event?: DeskEventKind
  /** How many things that event is about. */
  eventCount?(payload: Payload): number
  /** The address of a message whose data do not have it as `email`; undefined when it has none any more. */
  addressOf?(db: Db, payload: Payload): Promise<string | undefined>
  /** Writes a message; null when it has no recipient or subject any more. `wantsOrderMails` is the seller's setting. */
  compose(
    db: Db,
    mail: { kind: string; payload: Payload },
    shop: Sender,
    wantsOrderMails: boolean,
  ): Promise<Message | null>
}

/** Messages of a feature, whose data are checked when they are read. */
export type AddedMessages = MessagesOf<unknown>

export function defineMessages<Payload>({
  addressOf,
  eventCount,
  compose,
  ...messages
}: MessagesOf<Payload>): AddedMessages {
  const payloadOf = (payload: unknown) => messages.payload.parse(payload)
  return {
    ...messages,
    ...(addressOf && { addressOf: (db, payload) => addressOf(db, payloadOf(payload)) }),
    ...(eventCount && { eventCount: (payload) => eventCount(payloadOf(payload)) }),
    compose: (db, { kind, payload }, ...rest) => compose(db, { kind, payload: payloadOf(payload) }, ...rest),
  }
}

export const addedMessages: AddedMessages[] = []

/** A queued message of a feature. */
export type AddedMail = { id: number; kind: string; dedupe_key: string; payload: unknown; messages: AddedMessages }

/** The messages with this kind; undefined for a kind of the shop's own. */
export const messagesOfKind = (kind: string) => addedMessages.find(({ kinds }) => kinds.includes(kind))
