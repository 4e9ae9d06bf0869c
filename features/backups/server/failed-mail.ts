import { z } from 'zod'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import { notice } from '#server/shop/messages/notice.ts'
import { BACKUP_FAILED } from './texts.ts'

/** Tells the seller that the daily backup failed. */
export const backupFailedMessage = defineMessages({
  kinds: ['backup_failed'],
  payload: z.object({ problem: z.string() }),
  audience: 'shop',
  async compose(_, { payload: { problem } }, shop) {
    if (!shop.email) return null
    return notice(shop, {
      to: shop.email,
      subject: BACKUP_FAILED.subject(shop.name),
      paragraphs: [BACKUP_FAILED.opening(problem)],
      links: [{ href: `${shop.url}/admin/backups`, text: BACKUP_FAILED.link }],
    })
  },
})
