import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { orderReturn, unmatchedWithdrawal } from './factories.ts'

export const leaveTraces: LeaveTraces = async ({ db, order, isProven }) => {
  const answer = { state: 'refused' as const, answer: `No ${MARTA.words}.`, answeredAt: new Date() }
  await orderReturn(db, order._id, { reason: `The ${MARTA.words} broke.`, ...answer })
  if (isProven) await unmatchedWithdrawal(db, { name: MARTA.name, email: MARTA.email })
}
