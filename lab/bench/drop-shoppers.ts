// Shoppers who begin checkouts at a fixed rate, in a process that does nothing else. It answers how long each took that was
// paid, in milliseconds.
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { checkout } from './checkouts.ts'

/** The URL of the shop, the ids of the products, each bought once, and who buys them. */
export type Purchases = { url: string; productIds: string[]; tokens: string[]; perSecond: number }

process.on('message', async ({ url, productIds, tokens, perSecond }: Purchases) => {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const buy = async (product: string, token = '') => {
    const began = performance.now()
    const order = await checkout(url, { token, agent, product })
    if (order.isPaid) times.push(performance.now() - began)
  }
  const startedAt = performance.now()
  const all: Promise<void>[] = []
  for (const [number, productId] of productIds.entries()) {
    await setTimeout(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()))
    all.push(buy(productId, tokens[number % tokens.length]))
  }
  await Promise.all(all)
  agent.destroy()
  process.send?.(times)
})
