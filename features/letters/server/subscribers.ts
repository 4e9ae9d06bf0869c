// Who gets letters. An address counts once its owner has confirmed it with the link of a message, because anybody can
// type it.
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { incrementCounters } from '#server/platform/rate-limits/counters.ts'
import { countersOf } from '#server/platform/rate-limits/define-policies.ts'
import type { EmailTopic } from '#server/shop/messages/added-messages.ts'
import { addressHash, optIn } from '#server/shop/messages/optional-emails.ts'
import { linkedId } from '#server/shop/secrets/signed-links.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { isOn } from '#server/shop/settings/switches.ts'
import { letters, subscribers } from '../schema.ts'
import { CONSENT, type ConsentSource } from '../texts.ts'
import { queueConfirmation } from './confirmation.ts'
import { LETTER_POLICIES } from './rate-limits.ts'
import { SUBSCRIBERS } from './texts.ts'

/** SQL condition: the subscriber has this address. */
export const isUnder = (address: string) => sql`lower(${subscribers.email}) = lower(${address})`

/** SQL condition on both tables: the subscriber confirmed before the letter was sent, and has not ended letters since. */
export const getsLetter = and(eq(subscribers.state, 'subscribed'), lte(subscribers.confirmedAt, letters.startedAt))

/**
 * Stores that an address asked for letters, with the words that were on the screen, and queues the message that asks to
 * confirm it; asking again sends it again, five times a day. Changes nothing for one that gets letters. Throws forbidden
 * when the shop offers none.
 */
export async function subscribe(tx: Db, email: string, source: ConsentSource) {
  const settings = await shopSettings(tx)
  if (!isOn(settings, 'offersLetters')) throw new AppError('forbidden', SUBSCRIBERS.off)
  const hash = await addressHash(tx, email)
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${subscribers} (email, address_hash, source, consent)
    values (${email}, ${hash}, ${source}, ${CONSENT[source](settings.name)})
    on conflict (lower(email)) do update
      set state = 'unconfirmed', source = excluded.source, consent = excluded.consent, asked_at = now()
      where ${subscribers.state} <> 'subscribed'
    returning id`)
  const [subscriber] = rows
  if (!subscriber) return
  const counters = countersOf(LETTER_POLICIES.letterConfirmation, { account: email.toLowerCase() })
  if ((await incrementCounters(tx, counters)) === null) await queueConfirmation(tx, subscriber.id)
}

/** Subscribes the address of a link. Throws link_gone for a wrong link, and for an address that has ended or is gone. */
export async function confirmSubscriber(db: Db, link: string) {
  const id = await linkedId(db, 'confirm', link)
  if (!id) throw linkGone()
  await db.transaction(async (tx) => {
    const [subscriber] = await tx
      .update(subscribers)
      .set({
        state: 'subscribed',
        confirmedAt: sql`case when ${subscribers.state} = 'subscribed' then ${subscribers.confirmedAt} else now() end`,
        endedAt: null,
      })
      .where(and(eq(subscribers.id, id), sql`${subscribers.state} <> 'ended'`))
      .returning({ email: subscribers.email })
    if (!subscriber) throw linkGone()
    await optIn(tx, LETTERS_TOPIC, subscriber.email)
  })
}

const linkGone = () => new AppError('link_gone', SUBSCRIBERS.linkGone)

/** Letters, as their readers end them. */
export const LETTERS_TOPIC: EmailTopic = {
  name: 'letters',
  ends: SUBSCRIBERS.ends,
  async ended(tx, hash) {
    await tx
      .update(subscribers)
      .set({ state: 'ended', endedAt: sql`now()` })
      .where(and(eq(subscribers.addressHash, hash), eq(subscribers.state, 'subscribed')))
  },
}

/**
 * Forgets requests that were not confirmed within 7 days: those of addresses that had ended letters before are ended
 * again, others are deleted.
 */
export async function forgetUnconfirmed(db: Db) {
  const isOld = and(eq(subscribers.state, 'unconfirmed'), sql`${subscribers.askedAt} < now() - interval '7 days'`)
  await db
    .update(subscribers)
    .set({ state: 'ended' })
    .where(and(isOld, isNotNull(subscribers.endedAt)))
  await db.delete(subscribers).where(isOld)
}
