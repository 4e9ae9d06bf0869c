// Messages about requests of shoppers for a piece. Those to an address that nobody has confirmed hold nothing that was
// typed with it.
import type { RequestKind } from '#contract/requests.ts'
import { emailButton, emailLink, emailParagraph, htmlEmail, paragraphsOf, textEmail } from './email-layout.ts'
import { html } from './markup.ts'
import type { Message, Sender } from './messages.ts'
import { NEW_REQUEST, REQUEST_ANSWER, REQUEST_BACK, REQUEST_CONFIRM } from './texts.ts'

export type RequestedPiece = { name: string; slug: string }

/** Asks the owner of an address to confirm a request that was made with it. */
export const confirmRequestEmail = (
  to: string,
  kind: RequestKind,
  { name }: RequestedPiece,
  link: string,
  shop: Sender,
) => ({
  ...message(to, shop, REQUEST_CONFIRM.subject(name), {
    paragraphs: [REQUEST_CONFIRM.opening[kind](name, shop.name), REQUEST_CONFIRM.closing],
    link: { href: link, text: REQUEST_CONFIRM.link },
  }),
  link,
})

/** Tells a shopper that a product can be bought again; `endLink` stops such messages. */
export const backEmail = (to: string, { name, slug }: RequestedPiece, endLink: string, shop: Sender) =>
  message(to, shop, REQUEST_BACK.subject(name), {
    paragraphs: [REQUEST_BACK.opening(name, shop.name), REQUEST_BACK.closing],
    link: { href: `${shop.url}/products/${slug}`, text: REQUEST_BACK.link },
    end: { href: endLink, text: REQUEST_BACK.end },
  })

/** The seller's answer to a request for a sister piece; `listed` is the piece that she has listed. */
export const answerEmail = (
  to: string,
  asked: RequestedPiece,
  { words, listed }: { words: string; listed: RequestedPiece | null },
  shop: Sender,
) =>
  message(to, shop, REQUEST_ANSWER.subject(asked.name), {
    paragraphs: paragraphsOf(words),
    link: listed
      ? { href: `${shop.url}/products/${listed.slug}`, text: REQUEST_ANSWER.listed(listed.name) }
      : { href: `${shop.url}/products/${asked.slug}`, text: REQUEST_ANSWER.asked(asked.name) },
  })

/** Tells the seller of a request for a sister piece. Replies go to the shopper. */
export const newRequestEmail = (email: string, { name }: RequestedPiece, words: string, shop: Sender) => ({
  ...message(shop.email, shop, NEW_REQUEST.subject(name), {
    paragraphs: [NEW_REQUEST.opening(email, name), ...paragraphsOf(words)],
    link: { href: `${shop.url}/admin/requests`, text: NEW_REQUEST.link },
  }),
  replyTo: email,
})

type Link = { href: string; text: string }
type EmailContent = { paragraphs: string[]; link: Link; end?: Link }

function message(to: string, shop: Sender, subject: string, { paragraphs, link, end }: EmailContent): Message {
  return {
    shopName: shop.name,
    to,
    replyTo: shop.email,
    subject,
    text: textEmail(shop, [
      ...paragraphs.flatMap((text) => [text, '']),
      `${link.text}: ${link.href}`,
      ...(end ? ['', `${end.text}: ${end.href}`] : []),
    ]),
    html: htmlEmail(
      shop,
      subject,
      html`${paragraphs.map((text) => emailParagraph(text))}${emailButton(shop, link.href, link.text)}${end ? html`<p style="margin:28px 0 0;font-size:14px">${emailLink(shop, end.href, end.text)}</p>` : ''}`,
    ),
  }
}
