// Sends what the outbox has, once for each message, and again after a crash between sending and noting it.
import type { FastifyBaseLogger } from 'fastify'
import { freshReset } from '../accounts/reset-links.ts'
import type { Db } from '../db/client.ts'
import { type Job, startJob } from '../jobs.ts'
import { reached } from '../moments.ts'
import { recordedOrder } from '../orders/orders.ts'
import { shopSettings } from '../settings/settings.ts'
import { addressChanged, addressRegistered, addressSet, passwordChanged, resetLink } from './account-messages.ts'
import { type Mailer, type Message, receipt, shippedNotice } from './messages.ts'
import { claimMail, noteSent, Queued } from './outbox.ts'

/** What the sending of messages needs: the shop's address is for the links in them. */
export type Post = { db: Db; mailer: Mailer; shopUrl: string; log: FastifyBaseLogger }

const EVERY_MS = 2_000

/** Sends what is due now and every two seconds from then on, until it is stopped. */
export const startMailing = (post: Post): Job =>
  startJob(post.log, async (closing) => {
    await sendDue(post, closing)
    return EVERY_MS
  })

/** Sends every message that is due. One that fails stays in the outbox and is due again later. */
export async function sendDue(post: Post, closing?: AbortSignal) {
  while (!closing?.aborted) {
    const claimed = await claimMail(post.db)
    if (!claimed) return
    await sendOne(post, claimed).catch((error: unknown) =>
      post.log.error(
        { err: error, message: claimed.dedupe_key },
        'A message could not be sent. It will be tried again.',
      ),
    )
  }
}

async function sendOne(post: Post, claimed: object) {
  const queued = Queued.parse(claimed)
  const message = await messageOf(post, queued)
  if (message) {
    await post.mailer.send(queued.dedupe_key, message)
    reached('mailed')
    post.log.info({ message: queued.dedupe_key }, 'A message was sent.')
  }
  await noteSent(post.db, queued)
}

const ABOUT_ORDERS = { receipt, shipped: shippedNotice }
const ABOUT_ACCOUNTS = {
  password_changed: passwordChanged,
  address_changed: addressChanged,
  address_set: addressSet,
  address_registered: addressRegistered,
}

/** What the message says, as things stand now; null when there is nobody to tell. */
async function messageOf({ db, shopUrl: url }: Post, queued: Queued): Promise<Message | null> {
  const { name } = await shopSettings(db)
  const shop = { name, url }
  switch (queued.kind) {
    case 'receipt':
    case 'shipped': {
      const message = ABOUT_ORDERS[queued.kind](await recordedOrder(db, queued.payload.orderId), shop)
      // An account that was deleted meanwhile has no address any more.
      return message.to ? message : null
    }
    case 'reset': {
      const reset = await freshReset(db, queued.id, queued.payload.email)
      return reset && resetLink(reset.to, `${url}/reset-password/${reset.token}`, shop)
    }
    default:
      return ABOUT_ACCOUNTS[queued.kind](queued.payload.to, shop)
  }
}
