// Sends what the outbox has, once for each message, and again after a crash between sending and noting it.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { crashPoint } from '../payments/crash-points.ts'
import { messageOf } from './compose.ts'
import { giveUp } from './give-up.ts'
import { type Mailer, MessageRefused } from './messages.ts'
import { claimDiscrepancies, claimMail, MOST_TRIES, noteSent, Queued } from './outbox.ts'

/** What the sending of messages needs: the shop's address is for the links in them. */
export type Post = { db: Db; mailer: Mailer; shopUrl: string; log: FastifyBaseLogger }

const EVERY_MS = 2_000

/** Sends what is due now and every two seconds from then on, until it is stopped. */
export const startMailing = (post: Post): Job =>
  startJob(post.log, async (closing) => {
    await sendDue(post, closing)
    return EVERY_MS
  })

/** Sends every message that is due. One that fails is due again later, unless no later try can succeed. */
export async function sendDue(post: Post, closing?: AbortSignal) {
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

async function sendOne(post: Post, claimed: { tries: number }) {
  const first = Queued.parse(claimed)
  const queued = first.kind === 'discrepancy' ? [first, ...(await claimDiscrepancies(post.db))] : [first]
  const message = await messageOf(post, queued)
  if (message) {
    try {
      await post.mailer.send(first.dedupe_key, message)
    } catch (error) {
      const isRefused = error instanceof MessageRefused
      if (!isRefused && claimed.tries < MOST_TRIES) throw error
      return giveUp(post, queued, { error, isRefused })
    }
    crashPoint('mailed')
    post.log.info({ message: first.dedupe_key }, 'An email was sent.')
  }
  await noteSent(post.db, queued)
}
