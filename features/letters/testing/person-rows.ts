import { queueMails } from '#server/platform/outbox/outbox.ts'
import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { LETTER_KIND } from '../server/letter-mails.ts'
import { letter, subscriber } from './factories.ts'

export const leaveTraces: LeaveTraces = async ({ db }) => {
  const { id: subscriberId } = await subscriber(db, { email: MARTA.email, source: 'checkout' })
  const { id: letterId } = await letter(db)
  const payload = { letterId, subscriberId }
  await queueMails(db, [{ kind: LETTER_KIND, dedupeKey: 'letter-1', payload, doneAt: new Date() }])
}
