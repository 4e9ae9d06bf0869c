import type { LeaveTraces } from '#server/testing/marta.ts'
import { pushDevice } from './factories.ts'

export const leaveTraces: LeaveTraces = ({ db, marta }) => pushDevice(db, marta.id)
