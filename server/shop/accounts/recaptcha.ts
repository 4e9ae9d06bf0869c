import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

export type RecaptchaKeys = { siteKey: string; secret: string; baseUrl: string }

const PATIENCE_MS = 5_000

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** Google's error codes about the shop's keys, not about the visitor. */
const OUR_FAULTS = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

/** Asks Google whether the widget's response is valid. Null, with an entry in the log, when Google gives no verdict. */
export async function recaptchaVerdict(
  { secret, baseUrl }: RecaptchaKeys,
  response: string,
  log: FastifyBaseLogger,
): Promise<boolean | null> {
  try {
    const reply = await fetch(`${baseUrl}/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret, response }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!reply.ok) throw new Error(`It answered ${reply.status}.`)
    const { success, 'error-codes': codes = [] } = Verdict.parse(await reply.json())
    if (codes.some((code) => OUR_FAULTS.includes(code))) throw new Error(`It refused the request: ${codes.join(', ')}.`)
    return success
  } catch (error) {
    log.error(error, 'The robot check does not answer.')
    return null
  }
}
