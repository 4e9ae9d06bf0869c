import type { LeaveTraces } from '#server/testing/marta.ts'
import { dropAdmissions } from '../schema.ts'
import { drop } from './factories.ts'

export const leaveTraces: LeaveTraces = async ({ db, order }) => {
  const { id: dropId } = await drop(db)
  const admission = { takenUpAt: new Date(), endsAt: new Date() }
  await db.insert(dropAdmissions).values({ dropId, place: 1, orderId: order._id, ...admission })
}
