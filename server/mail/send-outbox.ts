// Sends the messages of the outbox, once each; again only after a crash between sending a message and marking it.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { crashPoint } from '../payments/crash-points.ts'
import { composeMessage } from './compose.ts'
import { giveUp } from './give-up.ts'
import { type Mailer, MessageRefusedError } from './messages.ts'
import { claimDiscrepancies, claimMail, MOST_TRIES, markSent, QueuedMail } from './outbox.ts'

/** The dependencies of the mail job; `shopUrl` is for links. */
export type MailContext = { db: Db; mailer: Mailer; shopUrl: string; log: FastifyBaseLogger }

const EVERY_MS = 2_000

/** Sends due messages now and every two seconds until it is stopped. */
export const startMailJob = (post: MailContext): Job =>
  startJob(post.log, async (closing) => {
    await sendDueMails(post, closing)
    return EVERY_MS
  })

/** Sends all due messages. One that fails is retried later, unless no retry can succeed. */
export async function sendDueMails(post: MailContext, closing?: AbortSignal) {
  while (!closing?.aborted) {
    const claimed = await claimMail(post.db)
    if (!claimed) return
    await sendOne(post, claimed).catch((error: unknown) =>
      post.log.error(
        { err: error, message: claimed.dedupe_key },
        'An email could not be sent. The shop will try again.',
      ),
    )
  }
}

async function sendOne(post: MailContext, claimed: { tries: number }) {
  const first = QueuedMail.parse(claimed)
  const queued = first.kind === 'discrepancy' ? [first, ...(await claimDiscrepancies(post.db))] : [first]
  const message = await composeMessage(post, queued)
  if (message) {
    try {
      await post.mailer.send(first.dedupe_key, message)
    } catch (error) {
      const isRefused = error instanceof MessageRefusedError
      if (!isRefused && claimed.tries < MOST_TRIES) throw error
      return giveUp(post, queued, { error, isRefused })
    }
    crashPoint('mailed')
    post.log.info({ message: first.dedupe_key }, 'An email was sent.')
  }
  await markSent(post.db, queued)
}
