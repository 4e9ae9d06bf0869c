import type { Order } from '#contract/orders.ts'
import type { Voice } from '#contract/shop-info.ts'
import type { MailDesign } from './design.ts'

/**
 * The shop as a sender: its name, the URL for links, the email address for replies if it has one, its voice, its
 * thank-you, and its design. `endUrl` is where the reader ends the emails of a topic.
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
  endUrl?: string
}

/** An order; that of a guest with the key of its link. */
export type MailedOrder = Order & { key?: string | undefined }
