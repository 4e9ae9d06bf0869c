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
  isAboutOrder,
  MOST_TRIES,
  markFailed,
  markSent,
  QueuedMail,
  recordProblem,
  unclaimMails,
} from './outbox.ts'
import { countMessage, type Recipient, recipientOf, uncountMessage } from './recipients.ts'

/**
 * The dependencies of the mail job; `shopUrl` is for links. Where strangers can pay in a demo, or could before the shop
 * opened, `ignoresDemo` says that such a payment proves no address.
 */
export type MailContext = {
  db: Db
  mailer: Mailer
  shopUrl: string
  log: FastifyBaseLogger
  ignoresDemo?: boolean
}

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
  const queued: Queued = [first, ...together.map((mail) => QueuedMail.parse(mail)), ...others]
  const recipient = await recipientOf(post.db, first, post.ignoresDemo ?? false)
  if (!recipient) return markSent(post.db, queued)
  if (!(await countMessage(post.db, recipient))) return drop(post, queued)
  let isSent = false
  try {
    isSent = await trySending(post, subjects, queued, { recipient, tries: claimed.tries })
  } finally {
    if (!isSent) await uncountMessage(post.db, recipient)
  }
}

/** Messages that share one, the one that claims its text first. */
type Queued = [QueuedMail, ...QueuedMail[]]

/** Gives up a message to an address that has had its messages of this hour. Nobody is told: strangers cause it. */
async function drop({ db, log }: MailContext, queued: Queued) {
  log.warn({ message: queued[0].dedupe_key }, 'An email was dropped: an address that proved nothing has had enough.')
  await (queued.every(isAboutOrder) ? markFailed : markSent)(db, queued)
}

/** Whether the message was sent: not when there is nothing to say any more, or when it is given up. */
async function trySending(
  post: MailContext,
  subjects: MailSubjects,
  queued: Queued,
  { recipient, tries }: { recipient: Recipient; tries: number },
): Promise<boolean> {
  const [first] = queued
  const message = await composeMessage(post, subjects, queued, recipient)
  if (message) {
    try {
      await inSpan(`mail ${first.kind}`, () => post.mailer.send(first.dedupe_key, message), 'CLIENT')
    } catch (error) {
      if (first.kind === 'test') await recordProblem(post.db, first, messageOf(error))
      const isRefused = error instanceof MessageRefusedError
      if (!isRefused && tries < MOST_TRIES) throw error
      await giveUp(post, queued, { error, isRefused })
      return false
    }
    crashPoint('mailed')
    post.log.info({ message: first.dedupe_key }, 'An email was sent.')
  }
  await markSent(post.db, queued)
  return message !== null
}

const MOST_TEXT = 300

/** The mailer names no recipient in its errors. A mail server's greeting can be long. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, MOST_TEXT) : '')
