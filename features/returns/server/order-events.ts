import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { AddedOrderEvent, EventfulOrder } from '#server/shop/desk/desk-hooks.ts'
import { accountColumns, shownBuyer } from '#server/shop/orders/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { returns } from '../schema.ts'
import { piecesOfReturn } from './pieces.ts'
import { RETURN_EVENTS } from './texts.ts'

/** What the timeline of an order says of its returns: when each was asked for, and how the seller answered it. */
export async function returnEvents(db: Db, { id, buyer }: EventfulOrder): Promise<AddedOrderEvent[]> {
  const { kind, wish, reason, state, answer, askedAt, answeredAt } = returns
  const rows = await db
    .select({ kind, wish, reason, state, answer, askedAt, answeredAt, pieces: piecesOfReturn, by: accountColumns })
    .from(returns)
    .leftJoin(users, eq(users.id, returns.answeredBy))
    .where(eq(returns.orderId, id))
    .orderBy(asc(askedAt))
  return rows.flatMap((row): AddedOrderEvent[] => [
    {
      kind: 'returned',
      at: row.askedAt,
      text: RETURN_EVENTS.asked[row.kind === 'withdrawal' ? row.kind : row.wish](buyer, row.pieces, row.reason),
    },
    ...(row.answeredAt
      ? [
          {
            kind: 'returned' as const,
            at: row.answeredAt,
            text: RETURN_EVENTS.answered[row.state === 'refused' ? 'refused' : 'accepted'](
              row.by && shownBuyer(row.by).name,
              row.answer ?? '',
            ),
          },
        ]
      : []),
  ])
}
