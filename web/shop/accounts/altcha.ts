import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { RobotChallenge } from '#contract/robot-check.ts'

const MOST_LANES = 4

/** Solves a challenge in web workers, in about a second, and returns it encoded. Throws when it cannot be solved, or `signal` aborts. */
export async function solveChallenge(challenge: RobotChallenge, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  const lanes = Math.min(MOST_LANES, navigator.hardwareConcurrency || 1)
  // Web Crypto derives keys outside the main thread, several at a time.
  const attempts = Array.from({ length: lanes }, (_, counterStart) =>
    solve({ challenge, deriveKey, controller, counterStart, counterStep: lanes }),
  )
  const solution = await Promise.race(attempts)
  controller.abort()
  if (!solution) throw new Error('The challenge was not solved.')
  return btoa(JSON.stringify({ challenge, solution }))
}
