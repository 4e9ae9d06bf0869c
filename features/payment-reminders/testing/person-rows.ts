import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { paymentReminders } from '../schema.ts'

export const leaveTraces: LeaveTraces = ({ db, unpaidOrder }) =>
  db.insert(paymentReminders).values({ orderId: unpaidOrder._id, email: MARTA.email.toLowerCase() })
