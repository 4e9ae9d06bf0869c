import { z } from 'zod'
import { id, money, timestamp } from './codecs.ts'
import { LINE_SECRET, TICKET } from './line.ts'
import { ProductImage } from './products.ts'

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

export const DropState = z
  .enum(['planned', 'line', 'over', 'canceled'])
  .describe('line: those who wait are admitted. over: what is left is sold as any other product')

/** The line of a drop, the same for everybody: each browser computes its own place. */
export const Line = ShownLine.extend({
  state: DropState,
  startsAt: timestamp,
  minutes: z.int().describe('How long an admission lasts'),
  drawn: z.int().nullable().describe('How many tickets there were at the start: their places are drawn'),
  secret: z.string().regex(LINE_SECRET).nullable().describe('What decides the draw. Null before the start'),
  pollSeconds: z.int().describe('When to ask again, far back in the line'),
  spreadSeconds: z.int().describe('The time over which browsers spread their first question after the start'),
}).meta({ id: 'Line' })
export type Line = z.infer<typeof Line>

/** A piece of a drop. */
const DropPiece = z
  .object({ name: z.string(), slug: z.string(), price: money, qty: z.int(), image: ProductImage.nullable() })
  .meta({ id: 'DropPiece' })

/** A drop as its page shows it. */
export const Drop = z
  .object({
    _id: id,
    name: z.string(),
    slug: z.string(),
    text: z.string(),
    state: DropState,
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

/** A ticket: the drop, its number and a signature. Whoever has it has its place. */
export const Ticket = z.string().regex(TICKET)

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
  .object({ place: z.int(), endsAt: timestamp, order: id.nullable().describe('The order that was placed with it') })
  .meta({ id: 'Admission' })
export type Admission = z.infer<typeof Admission>

/** The tickets that a browser has. */
export const Tickets = z.array(Ticket).max(10)
