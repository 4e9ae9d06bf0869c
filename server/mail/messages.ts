import type { Order } from '#contract/orders.ts'
import type { Voice } from '#contract/shop-info.ts'
import type { MailDesign } from './design.ts'

/**
 * The shop as a sender: its name, the URL for links, the email address for replies if it has one, its voice, its
 * thank-you, and its design.
 */
export type Sender = {
  name: string
  url: string
  email: string
  voice: Voice
  thanks: string
  /** The postal address in lines, perhaps none. */
  postalAddress: string
  design: MailDesign
}

/** An order; that of a guest with the key of its link. */
export type MailedOrder = Order & { key?: string | undefined }

/**
 * A message in plain text and HTML. `replyTo` is empty when there is no address for replies. `link` is the link that
 * the message was sent for, if any.
 */
export type Message = {
  shopName: string
  to: string
  replyTo: string
  subject: string
  text: string
  html: string
  link?: string
}

/**
 * Sends messages. `key` (letters, digits, hyphens) is the same on every try of a message. Throws on failure,
 * MessageRefusedError when a later try cannot succeed.
 */
export type Mailer = { send(key: string, message: Message): Promise<void>; close(): void }

/** The mail server refused the message or its recipient permanently. */
export class MessageRefusedError extends Error {}
