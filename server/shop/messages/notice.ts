import { html } from '#server/platform/outbox/markup.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import {
  emailButton,
  emailFootnote,
  emailLink,
  emailParagraph,
  htmlEmail,
  type Link,
  textEmail,
} from './email-layout.ts'
import type { Sender } from './sender.ts'

type Notice = {
  to: string
  subject: string
  paragraphs: string[]
  links: Link[]
  /** The last sentences, such as what to do when the message went to the wrong person. */
  closing?: string
  /** A link by which such messages end. */
  end?: Link
}

/** A message of paragraphs and buttons. */
export function notice(shop: Sender, { to, subject, paragraphs, links, closing, end }: Notice): Message {
  const footnotes = [...(closing ? [closing] : []), ...(end ? [emailLink(shop, end)] : [])]
  return {
    shopName: shop.name,
    to,
    replyTo: shop.email,
    subject,
    text: textEmail(shop, [
      ...paragraphs.flatMap((text) => [text, '']),
      ...links.map(lineOf),
      ...(closing ? ['', closing] : []),
      ...(end ? ['', lineOf(end)] : []),
    ]),
    html: htmlEmail(
      shop,
      { subject, preview: paragraphs.join(' ') },
      html`${paragraphs.map(emailParagraph)}${links.map((link) => emailButton(shop, link))}${footnotes.map((content) => emailFootnote(shop, content))}`,
    ),
  }
}

/** A link in plain text. */
const lineOf = ({ text, href }: Link) => `${text}: ${href}`
