import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { RobotChallenge } from '#contract/robot-check.ts'

/** The solution of a challenge, encoded as the browser sends it; `changes` tamper with its parameters. */
export async function solvedChallenge(challenge: RobotChallenge, changes: Partial<RobotChallenge['parameters']> = {}) {
  const parameters = { ...challenge.parameters, ...changes }
  const solution = await solveChallenge({ challenge: { ...challenge, parameters }, deriveKey })
  return encodedSolution({ challenge: { ...challenge, parameters }, solution })
}

/** Encodes a solution as the browser sends it. */
export const encodedSolution = (answer: object) => Buffer.from(JSON.stringify(answer)).toString('base64')
