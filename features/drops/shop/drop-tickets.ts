// The tickets of this browser: one for each drop, so that all its tabs stand at the same place.

import type { Admission, TicketsOfOrder } from '../contract.ts'
import { TICKET_PATTERN } from '../ticket-pattern.ts'

/** A ticket with its number, and its turn once that has come. */
export type OwnTicket = { ticket: string; number: number; turn?: StoredTurn }

/** An admission, as the server said last, and the address of its drop. */
export type StoredTurn = Pick<Admission, 'endsAt' | 'order' | 'isPaid'> & { slug: string }

/** The turn of a ticket of this browser. */
export type OwnTurn = StoredTurn & { dropId: string; ticket: string }

const KEY = 'dropTickets'
/** The most tickets that an order may name. */
const MOST = 10

/** Tickets by the id of their drop: a new drop can get the address of a deleted one. */
type StoredTickets = Record<string, OwnTicket>

function storedTickets(): StoredTickets {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}')
    const entries = Object.entries((value ?? {}) as StoredTickets)
    return Object.fromEntries(
      entries.filter(([, ticket]) => TICKET_PATTERN.test(ticket?.ticket) && Number.isInteger(ticket?.number)),
    )
  } catch {
    return {}
  }
}

/** The ticket for the drop with that id. */
export const ticketFor = (dropId: string): OwnTicket | undefined => storedTickets()[dropId]

/** Stores a ticket of a drop in the place of an earlier one. False where the browser stores nothing. */
export function storeTicket(dropId: string, ticket: OwnTicket): boolean {
  const { [dropId]: _, ...others } = storedTickets()
  const latest = Object.entries(others).slice(1 - MOST)
  return save({ ...Object.fromEntries(latest), [dropId]: ticket })
}

function save(tickets: StoredTickets) {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(tickets))
    return true
  } catch {
    return false
  }
}

/** The turns of this browser's tickets, without damaged ones. */
export const ownTurns = (): OwnTurn[] =>
  Object.entries(storedTickets()).flatMap(([dropId, { ticket, turn }]) =>
    turn && typeof turn.slug === 'string' && Number.isFinite(Date.parse(turn.endsAt))
      ? [{ ...turn, dropId, ticket }]
      : [],
  )

/** Stores the turn of a ticket that the browser still has; undefined once its line has closed. */
export function storeTurn(dropId: string, ticket: string, turn: StoredTurn | undefined) {
  const tickets = storedTickets()
  const own = tickets[dropId]
  if (own?.ticket !== ticket) return
  const { turn: _, ...ticketAlone } = own
  save({ ...tickets, [dropId]: turn ? { ...ticketAlone, turn } : ticketAlone })
}

/** All tickets go with every order: the server knows which one counts. */
export function ticketsOfOrder(): TicketsOfOrder {
  const tickets = Object.values(storedTickets()).map(({ ticket }) => ticket)
  return tickets.length > 0 ? { tickets } : {}
}
