import { greetingName } from '#contract/names.ts'
import { notice } from '#server/shop/messages/notice.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { REVIEW_LINK_DAYS } from '../limits.ts'
import { REVIEW_ASK } from './texts.ts'

type Asked = { email: string; name: string; pieces: string[] }

/** Asks a buyer for reviews of the pieces of an order; `link` opens the page on which they are written. */
export function reviewAskEmail({ email, name, pieces }: Asked, link: string, shop: Sender) {
  const [only = '', ...others] = [...new Set(pieces)]
  const isOne = others.length === 0
  return notice(shop, {
    to: email,
    subject: isOne ? REVIEW_ASK.subject.one(only) : REVIEW_ASK.subject.many(shop.name),
    paragraphs: [
      REVIEW_ASK.greeting(greetingName(name)),
      isOne ? REVIEW_ASK.opening.one(only) : REVIEW_ASK.opening.many([only, ...others].join(', ')),
      REVIEW_ASK.ask,
    ],
    links: [{ href: link, text: REVIEW_ASK.link }],
    closing: REVIEW_ASK.closing(REVIEW_LINK_DAYS),
  })
}
