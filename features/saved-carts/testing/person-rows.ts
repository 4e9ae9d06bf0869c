import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { savedCarts } from '../schema.ts'

export const leaveTraces: LeaveTraces = ({ db, marta, pen }) => {
  const answers = { engraving: `From the ${MARTA.words}` }
  const savedLine = { product: pen.id, qty: 1, answers, at: '2026-01-05T00:00:00.000Z' }
  return db.insert(savedCarts).values({ userId: marta.id, device: pen.id, items: [savedLine] })
}
