// Visitors of many networks who load pages and searches that are not in the cache, in a process of their own, so that
// their work does not count as the shop's. Told the shop's URL, each goes on until the process gets another message;
// then it answers how many got each status.
import { once } from 'node:events'
import { Agent, get } from 'node:http'

export type PageFlood = { url: string; visitors: number }
export type PageAnswers = Record<string, number>

/** Each address is one that no page or answer in the cache has. */
const ADDRESSES: ((number: number) => string)[] = [
  (number) => `/search/walnut%20${number}`,
  (number) => `/api/products?keyword=walnut${number}`,
  (number) => `/api/products/suggestions?keyword=wal${number}`,
]

const [{ url, visitors }] = (await once(process, 'message')) as [PageFlood]
const agent = new Agent({ keepAlive: true })
const answers: PageAnswers = {}
let requestCount = 0
let isOver = false

const ask = (path: string, network: string) =>
  new Promise<void>((resolve) => {
    get(url + path, { agent, headers: { 'x-forwarded-for': network } }, (answer) => {
      const kind = path.startsWith('/api/') ? 'answers' : 'pages'
      const what = `${kind} ${answer.statusCode}`
      answers[what] = (answers[what] ?? 0) + 1
      answer.resume().once('end', resolve)
    }).once('error', () => resolve())
  })
const visitor = async () => {
  while (!isOver) {
    const number = requestCount++
    const network = `10.${number % 250}.${(number >> 8) % 250}.1`
    await ask(ADDRESSES[number % ADDRESSES.length]?.(number) ?? '/', network)
  }
}
process.once('message', () => {
  isOver = true
})
await Promise.all(Array.from({ length: visitors }, visitor))
agent.destroy()
process.send?.(answers)
process.disconnect?.()
