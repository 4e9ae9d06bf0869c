import type { LeaveTraces } from '#server/testing/marta.ts'
import { wishes } from '../schema.ts'

export const leaveTraces: LeaveTraces = ({ db, marta, pen }) =>
  db.insert(wishes).values({ userId: marta.id, productId: pen.id })
