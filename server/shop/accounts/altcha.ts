// The shop's own robot check (ALTCHA): a proof of work of about a second. The server signs the challenge, so that it
// stores nothing until the challenge is solved.
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { RobotChallenge, SolvedChallenge } from '#contract/robot-check.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { incrementCounters } from '#server/platform/rate-limits/counters.ts'

const LIFETIME_SECONDS = 20 * 60
/** PBKDF2 iterations per try. */
const COST = 5_000
/** The most tries that a challenge takes: 1,000, about a second on an average phone. */
const [FEWEST_TRIES, MOST_TRIES] = [500, 1_000]

/** Creates challenges and checks their solutions. A challenge is valid once, for twenty minutes, in every process. */
export function openAltcha(db: Db) {
  const signing = async () => {
    const text = await sharedSecret(db, 'robot check')
    return { hmacSignatureSecret: `${text} challenge`, hmacKeySignatureSecret: `${text} key` }
  }
  return {
    /** Creates a signed challenge. */
    async challenge(): Promise<RobotChallenge> {
      const challenge = await createChallenge({
        ...(await signing()),
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(MOST_TRIES, FEWEST_TRIES),
        expiresAt: Math.floor(Date.now() / 1000) + LIFETIME_SECONDS,
        deriveKey,
      })
      return RobotChallenge.parse(challenge)
    },
    /** Whether the answer is a challenge of this shop, solved in time and not used before. Marks it as used. */
    async accepts(answer: string): Promise<boolean> {
      const solution = solutionIn(answer)
      if (!solution) return false
      const { verified } = await verifySolution({ ...(await signing()), ...solution, deriveKey })
      return verified && (await isFirstUse(db, solution.challenge.signature))
    },
  }
}

/** Counts the signature in a rate limit of one, whose window outlasts the challenge. */
async function isFirstUse(db: Db, signature: string) {
  const once = { name: 'robot check', subject: signature, most: 1, seconds: LIFETIME_SECONDS, isInARow: false }
  return (await incrementCounters(db, [once])) === null
}

function solutionIn(answer: string) {
  try {
    return SolvedChallenge.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString())).data
  } catch {
    return undefined
  }
}
