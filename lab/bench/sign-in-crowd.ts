// People who sign in, in a process of their own: what they take must not be counted as the shop's. Told how long, it
// keeps that many sign-ins under way and tells how many came to their end.
import { Agent } from 'node:http'
import { post } from './loads.ts'

export type Crowd = { url: string; body: { email: string; password: string }; atOnce: number; ms: number }

process.on('message', async ({ url, body, atOnce, ms }: Crowd) => {
  const end = performance.now() + ms
  const agent = new Agent({ keepAlive: true })
  let count = 0
  const oneAfterTheOther = async () => {
    for (; performance.now() < end; count++) await post(`${url}/api/users/login`, { token: '', body, agent })
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther))
  agent.destroy()
  process.send?.(count)
})
