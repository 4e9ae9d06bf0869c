// The tickets of this browser: one for each drop, so that all its tabs stand at the same place.
import { TICKET } from '#contract/line.ts'

/** A ticket with its number. */
export type OwnTicket = { ticket: string; number: number }

const KEY = 'dropTickets'
/** As many as an order may name. */
const MOST = 10

/** By the id of the drop: another one can get the address of one that was deleted. */
type Stored = Record<string, OwnTicket>

function stored(): Stored {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}')
    const entries = Object.entries((value ?? {}) as Stored)
    return Object.fromEntries(entries.filter(([, own]) => TICKET.test(own?.ticket) && Number.isInteger(own?.number)))
  } catch {
    return {}
  }
}

/** The ticket for the drop with that id. */
export const ticketFor = (dropId: string): OwnTicket | undefined => stored()[dropId]

/** Stores a ticket of a drop in the place of an earlier one. False where the browser stores nothing. */
export function storeTicket(dropId: string, ticket: OwnTicket): boolean {
  const { [dropId]: _, ...others } = stored()
  const latest = Object.entries(others).slice(1 - MOST)
  try {
    window.localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(latest), [dropId]: ticket }))
    return true
  } catch {
    return false
  }
}

/** All tickets, which go with every order: the server knows which one counts. */
export const allTickets = () => Object.values(stored()).map(({ ticket }) => ticket)
