// A load balancer in front of several processes, as strict as one can be: it tries no request twice, so whatever a
// process does not answer counts as failed.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const CHECK_MS = 100
const PATIENCE_MS = 2_000
/** A busy node may miss so many checks in a row, but one; a node that says that it stops is out at once. */
const FALL = 10

type Node = { url: string; isReady: boolean; agent: Agent }

export type Balancer = {
  url: string
  /** How many requests were answered with each status; `lost` are those without an answer. */
  answers: Record<string, number>
  /** Requests without an answer or with 5xx, by process. */
  failures: string[]
  /** Whether it sends requests to the process with that URL. */
  sendsTo(url: string): boolean
  stop(): Promise<void>
}

/** Starts a balancer that sends requests in turn to those of the URLs whose `/readyz` answers 200. */
export async function startBalancer(urls: string[]): Promise<Balancer> {
  const nodes = urls.map((url): Node => ({ url, isReady: false, agent: new Agent({ keepAlive: true }) }))
  const answers: Record<string, number> = {}
  const failures: string[] = []
  const count = (what: number | 'lost', where: string) => {
    answers[what] = (answers[what] ?? 0) + 1
    if (what === 'lost' || what >= 500) failures.push(`${what}: ${where}`)
  }
  let turn = 0
  const server = createServer((incoming, answer) => {
    const ready = nodes.filter(({ isReady }) => isReady)
    const node = ready[turn++ % ready.length]
    if (node) return forward(node, incoming, answer, count)
    count('lost', 'no process is ready')
    answer.writeHead(502).end()
  })
  server.keepAliveTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stopping = new AbortController()
  const checks = nodes.map((node) => keepChecking(node, stopping.signal))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    failures,
    sendsTo: (url) => nodes.some((node) => node.url === url && node.isReady),
    async stop() {
      stopping.abort()
      await Promise.all(checks)
      server.closeAllConnections()
      server.close()
      for (const { agent } of nodes) agent.destroy()
    },
  }
}

async function keepChecking(node: Node, stopping: AbortSignal) {
  let missCount = 0
  while (!stopping.aborted) {
    const status = await fetch(`${node.url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
      .then(async (answer) => ((await answer.json()) as { status: string }).status)
      .catch(() => undefined)
    missCount = status === 'ok' ? 0 : missCount + 1
    node.isReady = status === 'ok' || (node.isReady && status !== 'stopping' && missCount < FALL)
    await setTimeout(CHECK_MS)
  }
}

type Count = (what: number | 'lost', where: string) => void

function forward({ url, agent }: Node, incoming: IncomingMessage, answer: ServerResponse, count: Count) {
  const where = `${incoming.method} ${url}${incoming.url}`
  const { connection: _, ...headers } = incoming.headers
  const onward = request(url + incoming.url, { method: incoming.method ?? 'GET', headers, agent }, (reply) => {
    reply.once('end', () => count(reply.statusCode ?? 0, where))
    reply.once('aborted', () => count('lost', `${where}, in the middle of its answer`))
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...ownHeaders } = reply.headers
    answer.writeHead(reply.statusCode ?? 502, ownHeaders)
    reply.pipe(answer)
  })
  onward.once('error', (error) => {
    count('lost', `${where}, ${error.message}`)
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  incoming.pipe(onward)
}
