import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { RobotChallenge, SolvedChallenge } from '#contract/robot-check.ts'

const SECRETS = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'key' }

/** A challenge like the shop's, which takes a moment instead of a second. */
export async function challenge() {
  const expiresAt = Math.floor(Date.now() / 1000) + 1_200
  const newChallenge = { ...SECRETS, algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 5, expiresAt, deriveKey }
  return { body: RobotChallenge.parse(await createChallenge(newChallenge)) }
}

/** Which of the challenges the solution is of, as the shop would accept it; -1 for none. */
export async function solvedBy(answer: unknown, challenges: { body: RobotChallenge }[]) {
  const solution = SolvedChallenge.parse(JSON.parse(atob(String(answer))))
  const { verified } = await verifySolution({ ...SECRETS, ...solution, deriveKey })
  return verified ? challenges.findIndex(({ body }) => body.signature === solution.challenge.signature) : -1
}
