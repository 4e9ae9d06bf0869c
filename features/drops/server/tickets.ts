// Tickets of a line. A ticket is a number with a signature, so those who wait have no row in the database. Numbers are
// counted in the row of the drop, for all who ask a process within a moment at once.
import { and, eq, lte, or, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, signatureOf } from '#server/platform/lib/signatures.ts'
import { drawPlaces, LINE_OPENS_MINUTES, placeOf } from '../line.ts'
import { drops } from '../schema.ts'
import { DROPS } from './texts.ts'

/** For how long those who ask for a ticket are counted together. */
const TOGETHER_MS = 20

type TicketParts = { dropId: string; number: number; secret: string }
type WaitingCaller = { resolve(given: TicketParts): void; reject(error: unknown): void }

/** SQL condition on `drops`: tickets are given. */
const givesTickets = or(
  eq(drops.state, 'line'),
  and(eq(drops.state, 'planned'), lte(drops.startsAt, sql`now() + ${`${LINE_OPENS_MINUTES} minutes`}::interval`)),
)

/** How a process gives tickets of drops. */
export function openTickets(db: Db) {
  const waiting = new Map<string, WaitingCaller[]>()

  const count = async (slug: string) => {
    const together = waiting.get(slug) ?? []
    waiting.delete(slug)
    try {
      const [drop] = await db
        .update(drops)
        .set({ tickets: sql`${drops.tickets} + ${together.length}` })
        .where(and(eq(drops.slug, slug), givesTickets))
        .returning({ dropId: drops.id, tickets: drops.tickets })
      if (!drop) throw new AppError('drop_closed', DROPS.notOpen)
      const secret = await signingSecret(db)
      const first = drop.tickets - together.length + 1
      for (const [index, { resolve }] of together.entries())
        resolve({ dropId: drop.dropId, number: first + index, secret })
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  /** The number of a new ticket, in the order of asking. */
  const nextNumber = (slug: string) =>
    new Promise<TicketParts>((resolve, reject) => {
      const together = waiting.get(slug)
      if (together) return together.push({ resolve, reject })
      waiting.set(slug, [{ resolve, reject }])
      setTimeout(() => void count(slug), TOGETHER_MS)
    })

  return {
    /** A new ticket of the drop. Throws drop_closed unless its line is open. */
    async give(slug: string) {
      const { dropId, number, secret } = await nextNumber(slug.toLowerCase())
      return { number, ticket: `${dropId}.${number}.${signatureOf(secret, `${dropId} ${number}`)}` }
    },
  }
}

/** The numbers of those of these tickets that are of that drop and signed by the shop. */
export async function ticketNumbers(db: Db, dropId: string, tickets: string[]): Promise<number[]> {
  const ofDrop = tickets.map((ticket) => ticket.split('.')).filter(([id]) => id === dropId)
  if (ofDrop.length === 0) return []
  const secret = await signingSecret(db)
  return ofDrop.flatMap(([, number = '', signature = '']) =>
    isSameSecret(signature, signatureOf(secret, `${dropId} ${number}`)) ? [Number(number)] : [],
  )
}

/** The name of the secret that signs tickets. */
export const TICKET_SECRET = 'drop tickets'

const signingSecret = (db: Db) => sharedSecret(db, TICKET_SECRET)

/** Drops whose places are kept; a million of them take 4 MB, and drawing them a tenth of a second. */
const MOST_DRAWN = 4

/** Returns a function for the place of a ticket in the line of a drop that has started. */
export function openPlaces(draw = drawPlaces) {
  const drawnPlaces = new LRUCache<string, Uint32Array<ArrayBuffer>>({ max: MOST_DRAWN })
  return ({ secret, drawn }: { secret: string; drawn: number | null }, number: number) => {
    const count = drawn ?? 0
    const key = `${secret} ${count}`
    const places = drawnPlaces.get(key) ?? draw(count, secret)
    drawnPlaces.set(key, places)
    return placeOf(number, places)
  }
}

export const placeInLine = openPlaces()
