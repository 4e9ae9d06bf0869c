import { z } from 'zod'
import { PageBody } from '#contract/admin/text-pages.ts'
import { id, oneLine, timestamp } from '#contract/codecs.ts'
import { robotCheck } from '#contract/robot-check.ts'
import type { PageBlock } from '#contract/text-pages.ts'
import { ForgottenPassword } from '#contract/users.ts'
import { LETTER_FIELDS } from './messages.ts'

export const SUBJECT_MAX = 100

/** A request for letters. */
export const NewSubscriber = z.object({ email: ForgottenPassword.shape.email, robotCheck })
export type NewSubscriber = z.input<typeof NewSubscriber>

/** The signed part of the link that confirms a request for letters. */
export const SubscriberLink = z.object({ link: z.string().max(200) })

/** What an order says of letters. */
export const LettersOfOrder = z.object({
  letters: z.literal(true).optional().describe('The buyer asks for letters of the shop'),
})
export type LettersOfOrder = z.infer<typeof LettersOfOrder>

export const LetterState = z.enum(['draft', 'sending', 'sent'])
export type LetterState = z.infer<typeof LetterState>

const subject = oneLine
  .trim()
  .min(1, LETTER_FIELDS.enterSubject)
  .max(SUBJECT_MAX, LETTER_FIELDS.subjectTooLong(SUBJECT_MAX))

/** A letter as admins edit it. */
export const AdminLetter = z
  .object({
    _id: id,
    subject: z.string(),
    body: z.string().describe('Markdown. A link to a product in a paragraph of its own shows the product'),
    state: LetterState,
    updatedAt: timestamp,
    sentAt: timestamp.nullable(),
    sent: z.int().min(0).describe('How many messages were sent so far'),
    unsent: z
      .int()
      .min(0)
      .describe('How many were not: the mail server refused them, or their readers stopped letters'),
    version: z.string().describe('Changes with every edit of subject or body'),
  })
  .meta({ id: 'AdminLetter' })
export type AdminLetter = z.infer<typeof AdminLetter>

/** A letter of the list. */
export const ListedLetter = AdminLetter.omit({ body: true, version: true }).meta({ id: 'ListedLetter' })
export type ListedLetter = z.infer<typeof ListedLetter>

/** The latest letters, and what the seller has to know before she sends one. */
export const AdminLetters = z
  .object({
    letters: z.array(ListedLetter),
    subscribers: z.int().min(0).describe('How many get letters'),
    ended: z.int().min(0).describe('How many have stopped them'),
    isOffered: z.boolean().describe('Whether shoppers can ask for letters'),
    hasPostalAddress: z.boolean().describe('Whether the shop has the postal address that letters must name'),
  })
  .meta({ id: 'AdminLetters' })
export type AdminLetters = z.infer<typeof AdminLetters>

export const LetterId = z.object({ id })

/** The text of a letter. */
export const LetterText = z.object({ subject, body: PageBody }).meta({ id: 'LetterText' })
export type LetterText = z.infer<typeof LetterText>

const version = z.string().max(100).describe('The version that was loaded: refused if someone else has saved since')

/** An edit of a draft. */
export const LetterUpdate = LetterText.extend({ version }).meta({ id: 'LetterUpdate' })
export type LetterUpdate = z.infer<typeof LetterUpdate>

/** Sends the version that was loaded. */
export const LetterStart = z.object({ version })

/** A letter as a reader gets it. */
export const LetterPreview = z
  .object({
    html: z.string().describe('The HTML body of the message'),
    leftOut: z.array(z.string()).describe('Addresses of links and photos that the letter cannot show'),
  })
  .meta({ id: 'LetterPreview' })

/** Which subscribers a file has. */
export const SubscriberFile = z.object({ state: z.enum(['subscribed', 'ended']) })
export type SubscriberFile = z.infer<typeof SubscriberFile>

/** A product in a letter, as it was when the letter was sent; its price in cents, the lowest of several. */
export type LetterProduct = {
  name: string
  slug: string
  price: number
  hasPrices: boolean
  isSold: boolean
  photo: { location: string; width: number; height: number } | null
}

/** A block of a letter: one of a text page, or a product. */
export type LetterBlock = PageBlock | { type: 'product'; product: LetterProduct }
