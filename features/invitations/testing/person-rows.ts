import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { invitations } from '../schema.ts'

export const leaveTraces: LeaveTraces = ({ db, owner }) =>
  db.insert(invitations).values({ email: MARTA.email, role: 'packer', invitedBy: owner.id })
