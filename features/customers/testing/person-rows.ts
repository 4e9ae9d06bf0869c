import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { customerMerges, customerNotes } from '../schema.ts'

export const leaveTraces: LeaveTraces = async ({ db, marta, isProven }) => {
  await db.insert(customerNotes).values({ userId: marta.id, note: `Asks for every ${MARTA.words}.` })
  if (!isProven) return
  // Her orders as a guest count with her account, and there was a note about the guest.
  const email = MARTA.email.toLowerCase()
  await db.insert(customerMerges).values({ email, userId: marta.id })
  await db.insert(customerNotes).values({ email, note: `A guest with a ${MARTA.words}.` })
}
