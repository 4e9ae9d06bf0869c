import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { pastOrder } from './factories.ts'

export const leaveTraces: LeaveTraces = ({ db, owner }) =>
  pastOrder(db, owner.id, { name: MARTA.name, email: MARTA.email, street: MARTA.street, words: MARTA.words })
