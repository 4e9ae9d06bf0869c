import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** No browser and no proxy sends a request before the last one is answered; a few of them hurt nobody. */
const MOST_UNANSWERED = 32

/** Cuts off who asks on and on over one connection and reads no answer: each answer waits in memory until it is read. */
export function limitPipelining(app: FastifyInstance) {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change
    unanswered.set(socket, count)
    return count
  }
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (add(socket, 1) > MOST_UNANSWERED) {
      reply.hijack()
      socket.destroy()
      return
    }
    reply.raw.once('close', () => add(socket, -1))
    done()
  })
}
