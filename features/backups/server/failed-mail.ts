import { z } from 'zod'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { BACKUP_FAILED } from './texts.ts'

/** Tells the seller that the daily backup failed. */
export const backupFailedMessage = defineMessages({
  kinds: ['backup_failed'],
  payload: z.object({ problem: z.string() }),
  audience: 'shop',
  compose: async (_, { payload: { problem } }, shop) =>
    shop.email ? backupFailedEmail(shop.email, problem, shop) : null,
})

/** Says why the backup failed. */
export const backupFailedEmail = (to: string, problem: string, shop: Sender) =>
  notice(shop, {
    to,
    subject: BACKUP_FAILED.subject(shop.name),
    paragraphs: [BACKUP_FAILED.opening(problem)],
    links: [{ href: `${shop.url}/admin/backups`, text: BACKUP_FAILED.link }],
  })
