// Shoppers who ask for everything they may, in a process and from a network of their own: what they take must not be
// counted as the shop's. Told how long, each asks on and on, and how often they were answered with what is told.
import { Agent, request } from 'node:http'

export type Flood = { url: string; tokens: string[]; reads: string[]; orderBody: object; ms: number }
export type Answers = Record<string, number>

process.on('message', async ({ url, tokens, reads, orderBody, ms }: Flood) => {
  const end = performance.now() + ms
  const agent = new Agent({ keepAlive: true })
  const answers: Answers = {}
  const ask = (path: string, token: string, body?: object) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const method = body ? 'POST' : 'GET'
      request(url + path, { agent, method, headers, localAddress: '127.0.0.2' }, (answer) => {
        const what = `${path.split('?')[0]} ${answer.statusCode}`
        answers[what] = (answers[what] ?? 0) + 1
        answer.resume().once('end', resolve)
      })
        .once('error', reject)
        .end(body && JSON.stringify(body))
    })
  const shopper = async (token: string) => {
    while (performance.now() < end) {
      for (const path of reads) await ask(path, token)
      await ask('/api/orders', token, { ...orderBody, paymentMethod: 'Square' })
    }
  }
  await Promise.all(tokens.map(shopper))
  agent.destroy()
  process.send?.(answers)
})
