// Sends the messages of the outbox, once each; again only after a crash between sending a message and marking it.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { inSpan } from '../lib/tracing.ts'
import { crashPoint } from '../payments/crash-points.ts'
import { composeMessage, type MailSubjects, mailSubjects } from './compose.ts'
import { giveUp } from './give-up.ts'
import { type Mailer, MessageRefusedError } from './messages.ts'
import {
  type ClaimedMail,
  claimDiscrepancies,
  claimMails,
  MOST_TRIES,
  markSent,
  QueuedMail,
  recordProblem,
  unclaimMails,
} from './outbox.ts'

/** The dependencies of the mail job; `shopUrl` is for links. */
export type MailContext = { db: Db; mailer: Mailer; shopUrl: string; log: FastifyBaseLogger }

const EVERY_MS = 2_000

/** Sends due messages now and every two seconds until it is stopped. */
export const startMailJob = (post: MailContext): Job =>
  startJob(post.log, async (closing) => {
    await sendDueMails(post, closing)
    return EVERY_MS
  })

/** Sends all due messages, a few at a time. One that fails is retried later, unless no retry can succeed. */
export async function sendDueMails(post: MailContext, closing?: AbortSignal) {
  while (!closing?.aborted) {
    const claimed = await claimMails(post.db)
    if (claimed.length === 0) return
    await sendClaimed(post, claimed, closing)
  }
}

/** Sends claimed messages in turn. Those about discrepancies, and more that are due, share one. */
async function sendClaimed(post: MailContext, claimed: ClaimedMail[], closing?: AbortSignal) {
  const subjects = await mailSubjects(post.db, claimed)
  const first = claimed.find(isAboutDiscrepancy)
  const together = claimed.filter((mail) => mail !== first && isAboutDiscrepancy(mail))
  const each = claimed.filter((mail) => !together.includes(mail))
  for (const [index, mail] of each.entries()) {
    if (closing?.aborted) return unclaimMails(post.db, [...each.slice(index), ...together])
    const work = () => sendOne(post, subjects, mail, mail === first ? together : [])
    await inSpan('job mail', work).catch((error: unknown) =>
      post.log.error({ err: error, message: mail.dedupe_key }, 'An email could not be sent. The shop will try again.'),
    )
  }
}

const isAboutDiscrepancy = ({ kind }: ClaimedMail) => kind === 'discrepancy'

async function sendOne(post: MailContext, subjects: MailSubjects, claimed: ClaimedMail, together: ClaimedMail[]) {
  const first = QueuedMail.parse(claimed)
  const others = first.kind === 'discrepancy' ? await claimDiscrepancies(post.db) : []
  const queued = [first, ...together.map((mail) => QueuedMail.parse(mail)), ...others]
  const message = await composeMessage(post, subjects, queued)
  if (message) {
    try {
      await inSpan(`mail ${first.kind}`, () => post.mailer.send(first.dedupe_key, message), 'CLIENT')
    } catch (error) {
      if (first.kind === 'test') await recordProblem(post.db, first, messageOf(error))
      const isRefused = error instanceof MessageRefusedError
      if (!isRefused && claimed.tries < MOST_TRIES) throw error
      return giveUp(post, queued, { error, isRefused })
    }
    crashPoint('mailed')
    post.log.info({ message: first.dedupe_key }, 'An email was sent.')
  }
  await markSent(post.db, queued)
}

const MOST_TEXT = 300

/** The mailer names no recipient in its errors. A mail server's greeting can be long. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, MOST_TEXT) : '')
