// Sends a letter: fills the outbox a little at a time, each batch in the transaction that remembers how far it came. So a
// shop that is killed goes on where it stopped, and nobody gets a letter twice.
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { queueMails } from '#server/platform/outbox/outbox.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { letters, subscribers } from '../schema.ts'
import { LETTER_KIND } from './letter-mails.ts'
import { getsLetter } from './subscribers.ts'

/** Messages that a pass queues at most, and as many may wait; with the pause it is ten in a second. */
export const MOST_QUEUED = 100
const EVERY_MS = 10_000
/** Letters that the mail server has put off. Beyond these it takes none, and the shop waits for it. */
const MOST_PUT_OFF = 1_000

/** Starts the job that sends letters. */
export const startSendingLetters = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await sendLetters(db)
    return EVERY_MS
  })

/**
 * Queues the next messages of the letter that was sent first, unless many of the last ones still wait; ends a letter
 * whose messages are all done. Returns how many were queued.
 */
export function sendLetters(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const [letter] = await tx
      .select()
      .from(letters)
      .where(eq(letters.state, 'sending'))
      .orderBy(asc(letters.startedAt), asc(letters.id))
      .limit(1)
      // Of two processes one does it.
      .for('update', { skipLocked: true })
    if (!letter) return 0
    const waiting = await waitingLetters(tx)
    if (waiting.untried >= MOST_QUEUED || waiting.all >= MOST_PUT_OFF) return 0
    const readers = await tx
      .select({ id: subscribers.id })
      .from(subscribers)
      .innerJoin(letters, eq(letters.id, letter.id))
      .where(and(getsLetter, letter.lastSubscriberId ? gt(subscribers.id, letter.lastSubscriberId) : undefined))
      .orderBy(asc(subscribers.id))
      .limit(MOST_QUEUED - waiting.untried)
    const last = readers.at(-1)
    if (last) {
      await queueMails(
        tx,
        readers.map(({ id }) => ({
          kind: LETTER_KIND,
          dedupeKey: `${LETTER_KIND}-${letter.id}-${id}`,
          payload: { letterId: letter.id, subscriberId: id },
          isBulk: true,
        })),
      )
      await tx
        .update(letters)
        .set({ lastSubscriberId: last.id, queued: sql`${letters.queued} + ${readers.length}` })
        .where(eq(letters.id, letter.id))
    } else if (waiting.all === 0) await endLetter(tx, letter.id)
    return readers.length
  })
}

/** The messages of letters that are not done, and those of them that were not tried yet. */
async function waitingLetters(tx: Db) {
  const { rows } = await tx.execute<{ all: number; untried: number }>(sql`
    select count(*)::int as all, count(*) filter (where tries = 0)::int as untried
    from ${outbox} where done_at is null and kind = ${LETTER_KIND}`)
  return onlyRow(rows)
}

/** Ends a letter, and counts whom it did not reach. */
export async function endLetter(tx: Db, id: string) {
  const isOfLetter = sql`${outbox.kind} = ${LETTER_KIND} and ${outbox.payload}->>'letterId' = ${id}`
  const unsent = await tx.$count(
    outbox,
    sql`${isOfLetter} and num_nonnulls(${outbox.failedAt}, ${outbox.unsentAt}) > 0`,
  )
  await tx.update(letters).set({ state: 'sent', sentAt: sql`now()`, unsent }).where(eq(letters.id, id))
}
