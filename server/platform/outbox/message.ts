/**
 * A message in plain text and HTML. `replyTo` is empty when there is no address for replies. `link` is the link that
 * the message was sent for, if any; `endUrl` the page on which a POST ends such messages (RFC 8058).
 */
export type Message = {
  shopName: string
  to: string
  replyTo: string
  subject: string
  text: string
  html: string
  link?: string
  endUrl?: string
}

/**
 * Sends messages. `key` (letters, digits, hyphens) is the same on every try of a message. Throws on failure,
 * MessageRefusedError when a later try cannot succeed.
 */
export type Mailer = { send(key: string, message: Message): Promise<void>; close(): void }

/** The mail server refused the message or its recipient permanently. */
export class MessageRefusedError extends Error {}
