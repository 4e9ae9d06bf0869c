import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { RobotChallenge } from '#contract/robot-check.ts'

/** A challenge as a patient visitor's browser would send it, solved; one with `changes` has been tampered with. */
export async function solvedChallenge(challenge: RobotChallenge, changes: Partial<RobotChallenge['parameters']> = {}) {
  const parameters = { ...challenge.parameters, ...changes }
  const solution = await solveChallenge({ challenge: { ...challenge, parameters }, deriveKey })
  return encodedSolution({ challenge: { ...challenge, parameters }, solution })
}

/** As it is sent. */
export const encodedSolution = (answer: object) => Buffer.from(JSON.stringify(answer)).toString('base64')
