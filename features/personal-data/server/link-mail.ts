// The message with a link to the data of an address.
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { queueMails, uniqueKey, unqueueMails } from '#server/platform/outbox/outbox.ts'
import type { Person } from '#server/shop/accounts/person.ts'
import { isKnownAddress } from '#server/shop/erasure/person.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { dataPath } from './data-links.ts'
import { DATA_LINK } from './texts.ts'

const KIND = 'data_link'

/** Queues the link to the data of an address. Whether there is any is looked up when it is sent. */
export const queueDataLink = (db: Db, email: string) =>
  queueMails(db, [{ kind: KIND, dedupeKey: uniqueKey(KIND), payload: { email } }])

/** Deletes the queued links to the data of a person. */
export async function unqueueDataLinks(tx: Db, { email }: Person) {
  if (email) await unqueueMails(tx, [KIND], 'email', [email])
}

export const dataLinkMessage = defineMessages({
  kinds: [KIND],
  payload: z.object({ email: z.string() }),
  audience: 'address',
  isToTypedAddress: true,
  async compose(db, { payload: { email } }, shop) {
    return (await isKnownAddress(db, email))
      ? dataLinkEmail(email, `${shop.url}${await dataPath(db, email)}`, shop)
      : null
  },
})

/** Has the link to the data of an address. */
export const dataLinkEmail = (to: string, link: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: DATA_LINK.subject(shop.name),
    paragraphs: [DATA_LINK.opening(shop.name)],
    links: [{ href: link, text: DATA_LINK.link }],
    closing: DATA_LINK.closing,
  })
