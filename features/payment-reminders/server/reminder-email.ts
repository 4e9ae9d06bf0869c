import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { formatZonedMoment } from '#contract/zoned-moments.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { REMINDER } from './texts.ts'

export type RemindedOrder = { number: number; totalCents: number; placedAt: Date; holdsUntil: Date; path: string }

/** Reminds a buyer of an order that is not paid. */
export function reminderEmail(to: string, order: RemindedOrder, timeZone: string, shop: Sender): Message {
  const { number, totalCents, placedAt, holdsUntil, path } = order
  return notice(shop, {
    to,
    subject: REMINDER.subject(number, shop.name),
    paragraphs: [
      REMINDER.opening(number, shop.name, formatDay(placedAt, timeZone)),
      REMINDER.holds(formatDollars(totalCents), formatZonedMoment(holdsUntil, timeZone)),
    ],
    links: [{ href: `${shop.url}${path}`, text: REMINDER.link }],
    closing: REMINDER.closing,
  })
}
