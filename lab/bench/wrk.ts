import { spawn } from 'node:child_process'
import { once } from 'node:events'

const CONNECTIONS = 16

/** Requests answered with 2xx or 3xx, and the time they took together. */
type Load = { answered: number; seconds: number }

/**
 * Requests one URL for `seconds` with wrk, over 16 connections. wrk needs far less CPU for a request than a server, as
 * it neither decompresses nor parses bodies, so it does not limit the rate. Throws when a request fails.
 */
export async function loadOf(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const output = await run(['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...headerArgs, url])
  const [, answerCount, took] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? []
  if (!answerCount || !took || /Non-2xx|Socket errors/.test(output)) throw new Error(`Requests for ${url}: ${output}`)
  return { answered: Number(answerCount), seconds: Number(took) }
}

/** Whether wrk is installed. */
export const hasWrk = () =>
  run(['-v']).then(
    () => true,
    () => false,
  )

/** What wrk prints. Throws when it cannot be started. */
async function run(args: string[]) {
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await once(child, 'close')
  return output
}
