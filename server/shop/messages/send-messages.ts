// Sends the messages of the outbox, once each; again only after a crash between sending a message and marking it.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { crashPoint } from '#server/platform/db/crash-points.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { inSpan } from '#server/platform/lib/tracing.ts'
import { type Mailer, MessageRefusedError } from '#server/platform/outbox/message.ts'
import {
  type ClaimedMail,
  claimKind,
  claimMails,
  deleteMails,
  MOST_TRIES,
  markFailed,
  markSent,
  markUnsent,
  recordProblem,
  unclaimMails,
} from '#server/platform/outbox/outbox.ts'
import { deskHooks } from '#server/shop/desk/desk-hooks.ts'
import { DiscrepancyMail, isAboutOrder, QueuedMail, TO_TYPED_ADDRESS } from '#server/shop/notifications/kinds.ts'
import { type AddedMail, messagesOfKind } from './added-messages.ts'
import { composeMessage, type MailSubjects, mailSubjects } from './compose.ts'
import { deskEventsOf } from './desk-events.ts'
import { recordGivenUp } from './give-up.ts'
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
    const claimedMails = await claimMails(post.db)
    if (claimedMails.length === 0) return
    await sendClaimed(post, claimedMails, closing)
  }
}

/** Sends claimed messages in turn. Those about discrepancies, and more that are due, share one. */
async function sendClaimed(post: MailContext, mails: ClaimedMail[], closing?: AbortSignal) {
  const subjects = await mailSubjects(post.db, mails)
  const first = mails.find(isAboutDiscrepancy)
  const together = mails.filter((mail) => mail !== first && isAboutDiscrepancy(mail))
  const each = mails.filter((mail) => !together.includes(mail))
  for (const [index, mail] of each.entries()) {
    if (closing?.aborted) return unclaimMails(post.db, [...each.slice(index), ...together])
    const work = () => sendOne(post, subjects, mail, mail === first ? together : [])
    await inSpan('job mail', work).catch((error: unknown) =>
      post.log.error({ err: error, message: mail.dedupe_key }, 'An email could not be sent. The shop will try again.'),
    )
  }
}

const isAboutDiscrepancy = ({ kind }: ClaimedMail) => kind === 'discrepancy'

async function sendOne(post: MailContext, subjects: MailSubjects, claimedMail: ClaimedMail, together: ClaimedMail[]) {
  const first = readMail(claimedMail)
  const others = isAboutDiscrepancy(claimedMail) ? await claimKind(post.db, 'discrepancy') : []
  const queuedMails: QueuedMails = [first, ...[...together, ...others].map((mail) => DiscrepancyMail.parse(mail))]
  await tellOfEvents(post.db, queuedMails)
  const recipient = await recipientOf(post.db, first, post.ignoresDemo ?? false)
  if (!recipient) return finish(post.db, queuedMails, markUnsent)
  if (!(await countMessage(post.db, recipient))) return drop(post, queuedMails)
  let isSent = false
  try {
    isSent = await trySending(post, subjects, queuedMails, { recipient, tries: claimedMail.tries })
  } finally {
    if (!isSent) await uncountMessage(post.db, recipient)
  }
}

/** Has the features tell the seller what these messages are about, each in its own way. */
async function tellOfEvents(db: Db, mails: QueuedMails) {
  const events = await deskEventsOf(db, mails)
  if (events.length > 0) for (const { tell } of deskHooks) await tell?.(db, events)
}

/** Messages that share one, the one that claims its text first. */
type QueuedMails = [QueuedMail | AddedMail, ...QueuedMail[]]

function readMail(mail: ClaimedMail): QueuedMail | AddedMail {
  const messages = messagesOfKind(mail.kind)
  return messages ? { ...mail, id: Number(mail.id), messages } : QueuedMail.parse(mail)
}

const isToTypedAddress = (mail: QueuedMail | AddedMail) =>
  'messages' in mail ? mail.messages.isToTypedAddress === true : TO_TYPED_ADDRESS.includes(mail.kind)

/** Marks messages of one kind as sent or given up. Deletes those that strangers can cause with any address. */
async function finish(db: Db, mails: QueuedMails, mark = markSent) {
  const ids = mails.map(({ id }) => id)
  await (mails.some(isToTypedAddress) ? deleteMails(db, ids) : mark(db, ids))
}

/** Gives up a message to an address that has had its messages of this hour. Nobody is told: strangers cause it. */
async function drop({ db, log }: MailContext, mails: QueuedMails) {
  log.warn({ message: mails[0].dedupe_key }, 'An email was dropped: an address that proved nothing has had enough.')
  await finish(db, mails, mails.every(isAboutOrder) ? markFailed : markUnsent)
}

/** Whether the message was sent: not when there is nothing to say any more, or when it is given up. */
async function trySending(
  post: MailContext,
  subjects: MailSubjects,
  mails: QueuedMails,
  { recipient, tries }: { recipient: Recipient; tries: number },
): Promise<boolean> {
  const [first] = mails
  const message = await composeMessage(post, subjects, mails, recipient)
  if (message) {
    try {
      await inSpan(`mail ${first.kind}`, () => post.mailer.send(first.dedupe_key, message), 'CLIENT')
    } catch (error) {
      if (first.kind === 'test') await recordProblem(post.db, first.id, messageOf(error))
      const isRefused = error instanceof MessageRefusedError
      if (!isRefused && tries < MOST_TRIES) throw error
      await giveUp(post, mails, { error, isRefused })
      return false
    }
    crashPoint('mailed')
    post.log.info({ message: first.dedupe_key }, 'An email was sent.')
  }
  await finish(post.db, mails, message ? markSent : markUnsent)
  return message !== null
}

/** Gives up messages that the mail server refused for good or never took. */
async function giveUp({ db, log }: MailContext, mails: QueuedMails, { error, isRefused }: Failure) {
  await db.transaction(async (tx) => {
    await recordGivenUp({ db: tx, log }, mails, isRefused)
    await finish(tx, mails, markFailed)
  })
  log.error(
    { err: error, messages: mails.map(({ dedupe_key: key }) => key) },
    'An email could not be sent. The shop stops trying.',
  )
}

type Failure = { error: unknown; isRefused: boolean }

const MOST_TEXT = 300

/** The mailer names no recipient in its errors. A mail server's greeting can be long. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, MOST_TEXT) : '')
