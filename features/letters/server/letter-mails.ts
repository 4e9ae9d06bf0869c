// The messages about letters, written when they are sent.
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { users } from '#server/shop/schema/users.ts'
import { letters, subscribers } from '../schema.ts'
import { confirmationMail } from './confirmation.ts'
import { letterBlocks } from './letter-blocks.ts'
import { letterEmail } from './letter-email.ts'
import { getsLetter, LETTERS_TOPIC } from './subscribers.ts'
import { LETTER_EMAIL } from './texts.ts'

/** The kind of the messages by which a letter goes to its readers. */
export const LETTER_KIND = 'letter'

/** Queues a letter, as it is when the message is sent, to the admin who writes it. */
export const queueTest = (tx: Db, letterId: string, userId: string) =>
  queueMails(tx, [{ kind: 'letter_test', dedupeKey: uniqueKey('letter_test'), payload: { letterId, userId } }])

const letterPayload = z.object({ letterId: z.uuid(), subscriberId: z.uuid() })

const letterMail = defineMessages({
  kinds: [LETTER_KIND],
  audience: 'address',
  topic: LETTERS_TOPIC,
  payload: letterPayload,
  addressOf: async (db, payload) => (await letterTo(db, payload))?.email,
  async compose(db, { payload }, shop) {
    const letter = await letterTo(db, payload)
    return letter?.blocks ? letterEmail(letter.email, { ...letter, blocks: letter.blocks }, shop) : null
  },
})

/** A letter, and the address of its reader; undefined when the subscriber does not get it, or not any more. */
const letterTo = async (db: Db, { letterId, subscriberId }: z.infer<typeof letterPayload>) =>
  (
    await db
      .select({ email: subscribers.email, subject: letters.subject, blocks: letters.blocks })
      .from(subscribers)
      .innerJoin(letters, eq(letters.id, letterId))
      .where(and(eq(subscribers.id, subscriberId), getsLetter))
  )[0]

const testMail = defineMessages({
  kinds: ['letter_test'],
  audience: 'address',
  payload: z.object({ letterId: z.uuid(), userId: z.uuid() }),
  addressOf: (db, { userId }) => addressOfAdmin(db, userId),
  async compose(db, { payload: { letterId, userId } }, shop) {
    const to = await addressOfAdmin(db, userId)
    const [letter] = await db.select().from(letters).where(eq(letters.id, letterId))
    if (!to || !letter) return null
    const blocks = letter.blocks ?? (await letterBlocks(db, letter.body)).blocks
    return letterEmail(to, { subject: LETTER_EMAIL.test(letter.subject), blocks }, shop)
  },
})

const addressOfAdmin = async (db: Db, userId: string) =>
  (
    await db
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isAdmin, true), isNull(users.deletedAt)))
  )[0]?.email

/** The messages that the feature sends. */
export const letterMessages = [confirmationMail, letterMail, testMail]
