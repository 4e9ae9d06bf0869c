import type { Voice } from '#contract/shop-info.ts'

/** Who writes: the shop, its address on the web for the links, its email address for replies, and how it speaks. */
export type Sender = { name: string; url: string; email: string; voice: Voice }

/** A message of a shop in both forms. `link`, if there is one, is what its reader waits for. */
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
 * Where messages go. `key` names a message, the same on every try, in letters, digits and hyphens. Throws on failure,
 * `MessageRefused` when no later try can succeed.
 */
export type Mailer = { send(key: string, message: Message): Promise<void>; close(): void }

/** The mail server refuses this message, or its recipient, for good. */
export class MessageRefused extends Error {}
