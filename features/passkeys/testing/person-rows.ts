import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { passkeyChallenges, passkeys } from '../schema.ts'

export const leaveTraces: LeaveTraces = async ({ db, marta }) => {
  const passkey = { credentialId: 'passkey-1', publicKey: Buffer.of(1), name: MARTA.words }
  await db.insert(passkeys).values({ ...passkey, userId: marta.id })
  await db.insert(passkeyChallenges).values({ challenge: 'challenge-1', purpose: 'add', userId: marta.id })
}
