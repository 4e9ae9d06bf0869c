import { z } from 'zod'
import { id, isPrintableText, money, oneLine, timestamp } from '#contract/codecs.ts'
import { LineState } from '#contract/lines.ts'
import { TEXT_FIELDS } from '#contract/messages.ts'
import { ProductImage } from '#contract/products.ts'
import { LINE_SECRET_PATTERN } from './line.ts'
import { DROP_FIELDS } from './messages.ts'
import { TICKET_PATTERN } from './ticket-pattern.ts'

/** How long a browser has to take its admission up before the next place is admitted. */
export const TAKE_UP_SECONDS = 120

/** What everybody is told of a line, counted at most a second ago. */
export const ShownLine = z.object({
  tickets: z.int().describe('How many have joined the line'),
  admitted: z.int().describe('Places up to this one have been admitted'),
  left: z.int().describe('Pieces that are not sold, those that are being paid for included'),
  paying: z.int().describe('Pieces that are being paid for'),
  choosing: z.int().describe('How many were admitted and may still order'),
})
export type ShownLine = z.infer<typeof ShownLine>

/** The line of a drop, the same for everybody: each browser computes its own place. */
export const Line = ShownLine.extend({
  state: LineState,
  startsAt: timestamp,
  minutes: z.int().describe('How long an admission lasts'),
  drawn: z.int().nullable().describe('How many tickets there were at the start: their places are drawn'),
  secret: z.string().regex(LINE_SECRET_PATTERN).nullable().describe('What decides the draw. Null before the start'),
  pollSeconds: z.int().describe('When to ask again, far back in the line'),
  spreadSeconds: z.int().describe('The time over which browsers spread their first question after the start'),
}).meta({ id: 'Line' })
export type Line = z.infer<typeof Line>

/** A piece of a drop. */
const DropPiece = z
  .object({
    name: z.string(),
    slug: z.string(),
    price: money,
    wasPrice: money.nullable().describe('What is crossed out; always above `price`'),
    qty: z.int(),
    image: ProductImage.nullable(),
  })
  .meta({ id: 'DropPiece' })

/** A drop as its page shows it. */
export const Drop = z
  .object({
    _id: id,
    name: z.string(),
    slug: z.string(),
    text: z.string(),
    state: LineState,
    startsAt: timestamp,
    minutes: z.int(),
    secretHash: z.string().describe('SHA-256 of the secret that decides the draw, in hexadecimal'),
    secret: z.string().nullable(),
    drawn: z.int().nullable(),
    products: z.array(DropPiece),
  })
  .meta({ id: 'Drop' })
export type Drop = z.infer<typeof Drop>

/** A drop as the home page announces it. */
export type AnnouncedDrop = Pick<Drop, '_id' | 'name' | 'slug' | 'startsAt'> & {
  state: 'planned' | 'line'
  /** Of its first pieces. */
  images: ProductImage[]
}

/** A drop's name in addresses. */
export const DropKey = z.object({ slug: z.string().min(1).max(200) })

/** A ticket of a line. Whoever has it has its place. */
const Ticket = z.string().regex(TICKET_PATTERN)

/** The tickets of a browser, as an order names them. */
export const TicketsOfOrder = z.object({
  tickets: z
    .array(Ticket)
    .max(10)
    .optional()
    .describe('The places in line for drops: a piece of a drop needs one that is admitted'),
})
export type TicketsOfOrder = z.infer<typeof TicketsOfOrder>

/** Asks for a ticket. */
export const NewTicket = z.object({
  robotCheck: z.string().max(10_000).optional().describe('The solution of the robot check, when the shop asks for it'),
})

export const GivenTicket = z
  .object({ ticket: Ticket, number: z.int().describe('Its place is drawn from it, or after the start is this number') })
  .meta({ id: 'GivenTicket' })
export type GivenTicket = z.infer<typeof GivenTicket>

/** Takes an admission up. */
export const TakenUp = z.object({ ticket: Ticket })

export const Admission = z
  .object({
    place: z.int(),
    endsAt: timestamp,
    order: id.nullable().describe('The order that was placed with it, unless it was canceled'),
    isPaid: z.boolean().describe('Whether that order is paid'),
  })
  .meta({ id: 'Admission' })
export type Admission = z.infer<typeof Admission>

/** Where somebody without JavaScript stands in the line of a drop. */
export type StandingInLine = {
  drop: Drop
  line: Line
  /** Nothing of who has no ticket. */
  own: { number?: number; place?: number; turn?: Admission | 'over' | undefined }
  ticket?: string
  /** The server's clock in milliseconds. */
  now: number
  /** Why the form gave no ticket. */
  problem?: string
}

export const DROP_NAME_MAX = 80
export const DROP_TEXT_MAX = 2_000
/** The most products of a drop. */
export const MOST_IN_DROP = 100
export const DROP_MINUTES = { min: 2, max: 60, plain: 10 }

const name = oneLine
  .overwrite((text) => text.trim().replaceAll(/\s+/g, ' '))
  .regex(/[\p{L}\p{N}]/u, DROP_FIELDS.needsLetter)
  .max(DROP_NAME_MAX, DROP_FIELDS.nameTooLong(DROP_NAME_MAX))

const text = z
  .string()
  .trim()
  .max(DROP_TEXT_MAX, DROP_FIELDS.textTooLong(DROP_TEXT_MAX))
  .refine(isPrintableText, TEXT_FIELDS.unprintable)

/** A drop in the list of an admin. */
export const AdminDrop = z
  .object({
    _id: id,
    name: z.string(),
    slug: z.string(),
    state: LineState,
    startsAt: timestamp,
    pieces: z.int().describe('Pieces that its products have in stock'),
    sold: z.int().describe('Pieces that were ordered through its line and paid'),
    line: ShownLine,
  })
  .meta({ id: 'SellersDrop' })
export type AdminDrop = z.infer<typeof AdminDrop>
export const AdminDrops = z.array(AdminDrop)

const DroppedProduct = z.object({
  _id: id,
  name: z.string(),
  sku: z.string(),
  qty: z.int(),
  image: ProductImage.nullable(),
})

/** A drop as an admin edits it. */
export const EditedDrop = AdminDrop.extend({
  text: z.string(),
  minutes: z.int(),
  announced: z.boolean(),
  products: z.array(DroppedProduct),
  version: z.string().describe('Changes with every edit'),
}).meta({ id: 'EditedDrop' })
export type EditedDrop = z.infer<typeof EditedDrop>

export const NewDrop = z.object({ name, startsAt: timestamp })
export type NewDrop = z.infer<typeof NewDrop>

/** An edit of a drop; omitted fields stay the same. */
export const DropUpdate = z.object({
  name: name.optional(),
  text: text.optional(),
  startsAt: timestamp.optional().describe('Only before its start'),
  minutes: z
    .int()
    .min(DROP_MINUTES.min, DROP_FIELDS.minutes(DROP_MINUTES.min, DROP_MINUTES.max))
    .max(DROP_MINUTES.max, DROP_FIELDS.minutes(DROP_MINUTES.min, DROP_MINUTES.max))
    .optional(),
  announced: z.boolean().optional().describe('Whether the home page and the sitemap name it'),
  productIds: z
    .array(id)
    .max(MOST_IN_DROP, DROP_FIELDS.tooMany(MOST_IN_DROP))
    .refine((list) => new Set(list).size === list.length, DROP_FIELDS.twice)
    .optional(),
  version: z.string().max(100).optional().describe('The version that was loaded: refused if someone has saved since'),
})
export type DropUpdate = z.infer<typeof DropUpdate>

export const DropId = z.object({ id })
