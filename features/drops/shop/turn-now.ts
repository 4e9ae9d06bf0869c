// The turn of a ticket, as the server says and this browser keeps it.
import type { Admission } from '../contract.ts'
import { storeTurn } from './drop-tickets.ts'
import type { Turn } from './line-view.ts'
import { setServerClock } from './server-clock.ts'

type Ticket = { dropId: string; slug: string; ticket: string }

/**
 * The turn of a ticket whose place is admitted; `knownTurn` while the line is closed. Tells the other pages of this
 * browser. Throws when the shop cannot be reached.
 */
export async function turnNow(
  { dropId, slug, ticket }: Ticket,
  knownTurn: Turn | undefined,
): Promise<Turn | undefined> {
  const response = await post(`/api/drops/${slug}/admission`, { ticket })
  setServerClock(response.headers)
  if (response.ok) {
    const { endsAt, order, isPaid } = (await response.json()) as Admission
    const turn = { endsAt, order, isPaid }
    storeTurn(dropId, ticket, { ...turn, slug })
    return turn
  }
  const { code } = (await response.json()) as { code?: string }
  if (code === 'drop_closed' || code === 'not_found') storeTurn(dropId, ticket, undefined)
  return code === 'admission_ended' || code === 'drop_refused' ? 'over' : knownTurn
}

export const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
