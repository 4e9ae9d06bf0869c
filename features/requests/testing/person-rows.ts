import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { productRequest } from './factories.ts'

export const leaveTraces: LeaveTraces = async ({ db, marta }) => {
  await productRequest(db, { userId: marta.id, email: MARTA.email, kind: 'sister', words: MARTA.words })
  await productRequest(db, { email: MARTA.email.toLowerCase() })
}
