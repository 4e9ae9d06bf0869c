import { execFile } from 'node:child_process'
import { Agent, get, request } from 'node:http'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CONNECTIONS = 16

type Headers = Record<string, string>
type Load = { answered: number; seconds: number }

/** As many requests for one address as `seconds` allow: by wrk where it is installed, else by a loop of our own. */
export async function loadOf(url: string, headers: Headers, seconds: number): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const told = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, ...given, url]).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  const [, refused] = /Non-2xx or 3xx responses: (\d+)/.exec(told?.stdout ?? '') ?? []
  if (refused) throw new Error(`${url} was refused ${refused} times.`)
  const [, answered, took] = /(\d+) requests in ([\d.]+)s/.exec(told?.stdout ?? '') ?? []
  return answered ? { answered: Number(answered), seconds: Number(took) } : ownLoad(url, headers, seconds)
}

/** The same by our own loop, for where wrk is not installed. Slower than wrk: compare only within it. */
async function ownLoad(url: string, headers: Headers, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const started = performance.now()
  let answered = 0
  const client = async () => {
    for (; performance.now() < started + seconds * 1000; answered++) await fetchOnce(url, headers, agent)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  agent.destroy()
  return { answered, seconds: (performance.now() - started) / 1000 }
}

/** One request to its end: the answer's status, entity tag and size. */
export function fetchOnce(url: string, headers: Headers, agent?: Agent) {
  return new Promise<{ status: number; etag: string; bytes: number }>((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk) => (bytes += chunk.length))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag ?? '', bytes }))
    }).once('error', reject)
  })
}

type Posting = { token: string; body: object; agent: Agent; method?: 'POST' | 'PUT' }

/** Sends JSON as the bearer of the token and answers the JSON that comes back. Throws when that is a refusal. */
export function post(url: string, { token, body, agent, method = 'POST' }: Posting): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request(url, { method, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      answer.once('end', () =>
        (answer.statusCode ?? 0) < 300 ? resolve(JSON.parse(text)) : reject(new Error(`${url}: ${text}`)),
      )
    })
      .once('error', reject)
      .end(JSON.stringify(body))
  })
}
